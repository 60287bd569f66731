package io.idem4j.protocol;

import java.util.EnumSet;
import java.util.Set;

/** What the engine does, but for the rules that are broken on purpose. */
record Rules(Set<Broken> broken) {
    static final Rules KEPT = new Rules(EnumSet.noneOf(Broken.class));

    /** A rule of an E clause, taken out. */
    enum Broken {
        /** E-02: a takeover that has no effect ends its lease instead of releasing. */
        TAKEOVER_NEVER_RELEASES,
        /** E-02: so does a claim that was sent more than once: one of them may still arrive, and take a later run over. */
        REPEATED_CLAIM_NEVER_RELEASES,
        /** E-02: an exception keeps the claim under recover and at most once. */
        EXCEPTION_KEEPS,
        /** E-03: FENCED after an unknown release counts as released. */
        FENCED_COUNTS_AS_RELEASED,
        /** E-04: once a complete has been sent the claim is never released. */
        NO_RELEASE_AFTER_COMPLETE,
        /** E-09: a recovery that does not know keeps the claim. */
        UNKNOWN_KEEPS,
        /** E-09: what can become in doubt is kept for the longer retention. */
        DOUBT_IS_KEPT_LONGER,
        /** E-11: an unknown claim is given back by ending its lease, unless at most once. */
        GIVING_BACK_ENDS_THE_LEASE,
        /** E-11: no run without protection where a record can be in doubt. */
        NO_UNPROTECTED_RUN_IN_DOUBT,
        /** E-16: a new token for each claim, also of the same execution. */
        TOKEN_IS_NEW,
        /** E-19: an operator's result is written under a claim of its own. */
        RESOLVE_CLAIMS_FIRST
    }

    static Rules without(Broken rule) {
        return new Rules(EnumSet.of(rule));
    }

    boolean keeps(Broken rule) {
        return !broken.contains(rule);
    }
}
