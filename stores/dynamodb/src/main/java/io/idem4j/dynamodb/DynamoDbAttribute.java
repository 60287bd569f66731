package io.idem4j.dynamodb;

/**
 * What a record is made of in the table, for {@link DynamoDbStoreBuilder#attribute}. The first six are those of Powertools;
 * other languages ignore the rest.
 */
public enum DynamoDbAttribute {
    /** The partition key, text; with a sort key that one holds the id. {@code id}. */
    ID("id"),
    /** Text: {@code INPROGRESS}, or what the record was settled as. {@code status}. */
    STATUS("status"),
    /** When the record expires, in seconds since 1970: what the table's own expiry (TTL) looks at. {@code expiration}. */
    EXPIRATION("expiration"),
    /** When the lease ends, in milliseconds since 1970; absent: no end known. {@code in_progress_expiration}. */
    LEASE("in_progress_expiration"),
    /** The encoded result; absent: none. {@code data}. */
    DATA("data"),
    /** The fingerprint, text; absent: none. {@code validation}. */
    FINGERPRINT("validation"),
    /** The holder's token, text; absent in items that another library wrote. {@code token}. */
    TOKEN("token"),
    /** The caller's execution id, text; absent: none. {@code owner}. */
    OWNER("owner"),
    /** A whole number; absent: 1. {@code attempt}. */
    ATTEMPT("attempt"),
    /** When the record's life began, in milliseconds since 1970. {@code createdAt}. */
    CREATED_AT("createdAt"),
    /** When we settled the record, in milliseconds since 1970; absent in what another library completed. {@code completedAt}. */
    COMPLETED_AT("completedAt"),
    /** A label of the holder for operators, text. {@code claimedBy}. */
    CLAIMED_BY("claimedBy"),
    /** {@code json} where {@link #DATA} is JSON text; absent: native values, or what another library wrote. {@code dataFormat}. */
    DATA_FORMAT("dataFormat");

    private final String standardName;

    DynamoDbAttribute(String standardName) {
        this.standardName = standardName;
    }

    /** The name in the table unless the builder was told another. */
    public String standardName() {
        return standardName;
    }
}
