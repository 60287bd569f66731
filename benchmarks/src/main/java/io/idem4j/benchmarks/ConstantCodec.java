package io.idem4j.benchmarks;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Always the same text and the same value, so that only the engine and the store are measured. */
final class ConstantCodec implements ResultCodec {
    static final String RESULT = "placed";
    static final String TEXT = "\"placed\"";

    @Override
    public String encode(@Nullable Object value, Type type) {
        return TEXT;
    }

    @Override
    public Object decode(String data, Type type) {
        return RESULT;
    }
}
