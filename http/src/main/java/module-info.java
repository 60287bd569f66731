/** What an {@code Idempotency-Key} header means: decisions, stored responses, problems. No server and no I/O. */
module io.idem4j.http {
    requires transitive io.idem4j.core;
    requires static transitive org.jspecify;
    requires io.idem4j.json;

    exports io.idem4j.http;
}
