/** Meters and observations of what the library does. */
module io.idem4j.micrometer {
    requires transitive io.idem4j.core;
    requires micrometer.commons;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires static transitive org.jspecify;

    exports io.idem4j.micrometer;
}
