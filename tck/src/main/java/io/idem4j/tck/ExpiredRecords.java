package io.idem4j.tck;

/** What becomes of records that are expired while nobody claims their id. */
public enum ExpiredRecords {
    /** They stay until {@code purge} deletes them. */
    STAY,
    /** Other calls may remove them at any time; {@code purge} deletes what is left. */
    MAY_GO,
    /** The store's server removes them in its own time; {@code purge} does nothing and answers 0. */
    GO_BY_THEMSELVES
}
