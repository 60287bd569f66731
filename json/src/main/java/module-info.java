import io.idem4j.json.JsonCodec;
import io.idem4j.spi.ResultCodec;

/** Results as JSON, and keys and fingerprints from JSON payloads, on Jackson 3. */
module io.idem4j.json {
    requires transitive io.idem4j.core;
    requires static transitive org.jspecify;
    requires transitive tools.jackson.core;
    requires transitive tools.jackson.databind;

    exports io.idem4j.json;

    provides ResultCodec with
            JsonCodec;
}
