package io.idem4j.tck;

/** Counts what a store sends to its server (S-16). */
public interface RoundTrips {
    /** What is counted. */
    enum Situation {
        /** A claim acquires an id without a record. */
        CLAIM_ABSENT,
        /** A claim acquires an id with an expired record. */
        CLAIM_EXPIRED,
        /** A claim is refused by a live one. */
        CLAIM_HELD,
        /** A claim gets a settled record. */
        REPLAY,
        /** A holder completes. */
        COMPLETE,
        /** A holder releases. */
        RELEASE,
        /** A holder renews. */
        RENEW,
        /** A claim takes a lapsed one over. */
        TAKEOVER,
        /** A holder claims again with its token. */
        REPEATED_CLAIM
    }

    /** Requests sent to the server so far. */
    long total();

    /** How many this store takes: 1, unless SPEC.md or GUARANTEES.md allows it more. */
    default int allowed(Situation situation) {
        return 1;
    }
}
