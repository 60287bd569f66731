package io.idem4j;

import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The action ran and the store could not be told: the record stays claimed until its lease ends. */
public final class CompletionFailedException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object result;

    /**
     * Thrown by the engine under {@code onUnrecorded(THROW)}; and, whatever the policy, by a completion that joins the
     * caller's transaction where another attempt has the key by now, or where the claim was ended before, in an earlier
     * transaction: roll back, and make the whole call again (T-01).
     */
    public CompletionFailedException(IdempotencyKey key, @Nullable Object result, @Nullable Throwable cause) {
        super(key, "the action ran, but its result could not be recorded; do not run it again blindly", cause);
        this.result = result;
    }

    /**
     * What the action returned; null after deserialization. A primitive's class stands for its wrapper. Throws {@code
     * ClassCastException} if it is another type.
     */
    @SuppressWarnings("unchecked") // int.class and Integer.class are both a Class<Integer>
    public <T> @Nullable T result(Class<T> type) {
        return (T) MethodType.methodType(type).wrap().returnType().cast(result);
    }
}
