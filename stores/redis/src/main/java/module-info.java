/** Records in Redis: one server, Sentinel or Cluster. */
module io.idem4j.redis {
    requires transitive io.idem4j.core;
    requires transitive lettuce.core;
    requires io.netty.common;
    requires static transitive org.jspecify;

    exports io.idem4j.redis;
}
