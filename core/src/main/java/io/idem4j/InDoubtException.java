package io.idem4j;

/** A holder vanished and nobody knows whether its effect happened; nothing ran. */
public final class InDoubtException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** For outcomes and adapters. */
    public InDoubtException(IdempotencyKey key) {
        super(
                key,
                "an earlier attempt ended without telling whether it took effect; find out, then resolve or forget the"
                        + " record",
                null);
    }
}
