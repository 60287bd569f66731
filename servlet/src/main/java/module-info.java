/** Idempotent requests in a servlet container: input and output around what {@code io.idem4j.http} decides. */
module io.idem4j.servlet {
    requires transitive io.idem4j.core;
    requires transitive io.idem4j.http;
    requires transitive jakarta.servlet;
    requires static transitive org.jspecify;

    exports io.idem4j.servlet;
}
