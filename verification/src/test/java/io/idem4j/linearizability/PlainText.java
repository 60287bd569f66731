package io.idem4j.linearizability;

import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;

/** Texts without anything to escape. */
final class PlainText implements ResultCodec {
    @Override
    public String encode(Object value, Type type) {
        return "\"" + value + "\"";
    }

    @Override
    public Object decode(String data, Type type) {
        return data.substring(1, data.length() - 1);
    }
}
