package io.idem4j.dynamodb;

/** How results are written; both are read, whichever is written. */
public enum DataFormat {
    /**
     * DynamoDB's own values, as Powertools for TypeScript and Go write them. What comes back is the same JSON value, not the
     * same text. A result that such values can't hold is kept as text, under a status that those libraries refuse.
     */
    NATIVE,
    /** The JSON text, as Powertools for Python, Java and .NET write it. What comes back is the same text. */
    JSON_TEXT
}
