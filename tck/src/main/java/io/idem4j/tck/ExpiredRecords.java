package io.idem4j.tck;

/** What becomes of records that are expired while nobody claims their id. */
public enum ExpiredRecords {
    /** They stay until {@code purge} deletes them. */
    STAY,
    /** Claims, on whatever id, may remove them; {@code purge} deletes what is left. */
    GO_WITH_CLAIMS,
    /** The store's server removes them in its own time; {@code purge} does nothing and answers 0. */
    GO_BY_THEMSELVES
}
