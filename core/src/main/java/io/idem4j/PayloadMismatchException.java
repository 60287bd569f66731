package io.idem4j;

/** The key was used with another payload; nothing ran, nothing was changed. */
public final class PayloadMismatchException extends IdempotencyException {
    private static final long serialVersionUID = 1L;
    private static final String ANOTHER_PAYLOAD =
            "the key was used with another payload; use a new key for a new request";

    /** For outcomes and adapters. */
    public PayloadMismatchException(IdempotencyKey key) {
        super(key, ANOTHER_PAYLOAD, null);
    }

    PayloadMismatchException(StoredRecord met) {
        super(
                met.key(),
                met.fingerprint() == null
                        ? "the key's record was made by a call without a fingerprint, so that the payloads can't be compared;"
                                + " give each call of the operation one"
                        : ANOTHER_PAYLOAD,
                null);
    }
}
