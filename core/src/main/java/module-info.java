/** Makes an operation happen once although it is asked for many times: API, store SPI, engine and in-memory store. */
module io.idem4j.core {
    requires static transitive org.jspecify;

    exports io.idem4j;
    exports io.idem4j.spi;
    exports io.idem4j.memory;

    uses io.idem4j.spi.ResultCodec;
}
