package io.idem4j.spi;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Results to JSON text and back. Thread-safe. Any exception means "can't": an action's result is then recorded as
 * completed without result, a stored one is answered as unavailable (E-05). The engine never passes on what such an
 * exception says, since it may hold the result. A codec that encrypts returns a JSON string.
 */
public interface ResultCodec {
    /**
     * The value as JSON text.
     *
     * @param value never null when the engine calls
     * @param type the declared result type
     */
    String encode(@Nullable Object value, Type type);

    /** A fresh value of the type from the text that {@link #encode} gave. */
    @Nullable Object decode(String data, Type type);

    /**
     * The place for what the first result of the type would else wait for, with the claim held. Called when an operation is
     * built, and for each call without one before it claims anything: repeats have to be cheap. A type that can't be encoded is
     * no reason to throw; what is thrown ends the building or the call. Does nothing unless overridden; a codec around another
     * one passes it on.
     */
    default void prepare(Type type) {}
}
