/** A {@link java.net.http.HttpClient} that asks again with the same {@code Idempotency-Key}. */
module io.idem4j.client {
    requires transitive java.net.http;
    requires static transitive org.jspecify;

    exports io.idem4j.client;
}
