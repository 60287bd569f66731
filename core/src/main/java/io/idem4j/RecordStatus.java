package io.idem4j;

/** What is stored of an operation. Lapsed and expired are views of a record at a moment, never stored. */
public enum RecordStatus {
    /** Claimed; the action runs, or its holder vanished. */
    IN_PROGRESS,
    /** The action ran; its result, or that it has none, is stored. */
    COMPLETED,
    /** The action ran; its result could not be kept. */
    COMPLETED_WITHOUT_RESULT,
    /** The action ran and its failure is stored, to be replayed as a failure. */
    FAILED
}
