package io.idem4j;

/** The operation happened; its result was not kept or can't be read as the asked type. It is not run again. */
public final class ResultUnavailableException extends IdempotencyException {
    private static final long serialVersionUID = 1L;

    /** For outcomes and adapters. */
    public ResultUnavailableException(IdempotencyKey key) {
        super(
                key,
                "the operation has happened, but its result was not kept or can't be read as the result type; look it up"
                        + " where its effect is",
                null);
    }

    ResultUnavailableException(StoredRecord met) {
        super(
                met.key(),
                "the operation has happened, but its result "
                        + (met.status() == RecordStatus.COMPLETED_WITHOUT_RESULT
                                ? "was not kept: it could not be encoded, was too large, or was refused by the store"
                                : "can't be read as the result type that is asked for")
                        + "; look it up where its effect is",
                null);
    }
}
