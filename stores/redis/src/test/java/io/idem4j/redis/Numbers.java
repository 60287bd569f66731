package io.idem4j.redis;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;

/** For actions whose result is a number. */
final class Numbers implements ResultCodec {
    @Override
    public String encode(Object value, Type type) {
        return value.toString();
    }

    @Override
    public Object decode(String data, Type type) {
        return Integer.valueOf(data);
    }
}
