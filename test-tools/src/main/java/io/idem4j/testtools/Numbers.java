package io.idem4j.testtools;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** For actions whose result is a number. */
public final class Numbers implements ResultCodec {
    @Override
    public String encode(@Nullable Object value, Type type) {
        return String.valueOf(value);
    }

    @Override
    public Object decode(String data, Type type) {
        return Integer.valueOf(data);
    }
}
