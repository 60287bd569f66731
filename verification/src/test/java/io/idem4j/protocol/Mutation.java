package io.idem4j.protocol;

import static io.idem4j.protocol.Invariant.APPLIED_IS_RECORDED;
import static io.idem4j.protocol.Invariant.EFFECT_ONCE;
import static io.idem4j.protocol.Invariant.FENCED_IS_LOST;
import static io.idem4j.protocol.Invariant.NEVER_STUCK;
import static io.idem4j.protocol.Invariant.NO_FALSE_ALARM;
import static io.idem4j.protocol.Invariant.NO_RUN_UNTOLD;
import static io.idem4j.protocol.Invariant.REPLAY_IS_OF_THE_PAYLOAD;
import static io.idem4j.protocol.Invariant.RESULT_KEPT;

import io.idem4j.protocol.Rules.Broken;
import io.idem4j.protocol.Store.Rule;
import java.util.List;

/**
 * One rule taken out, and what comes of it.
 *
 * @param clause the clause that holds the rule
 * @param what the protocol without it
 */
record Mutation(String clause, String what, Scenario around, Rule store, Rules engine, Invariant breaks) {
    private static final Scenario RETRY = Scenario.of(Mode.RETRY);
    private static final Scenario RECOVER = Scenario.of(Mode.RECOVER);
    private static final Scenario ONCE = Scenario.of(Mode.AT_MOST_ONCE);

    static List<Mutation> all() {
        return List.of(
                store(
                        "S-07",
                        "complete looks at no token",
                        RETRY,
                        StoreMutations.completeLooksAtNoToken(),
                        APPLIED_IS_RECORDED),
                store("S-07", "release looks at no token", RETRY, StoreMutations.releaseLooksAtNoToken(), EFFECT_ONCE),
                store("S-07", "renew looks at no token", RECOVER, StoreMutations.renewLooksAtNoToken(), EFFECT_ONCE),
                store(
                        "S-12",
                        "a repeated claim always acquires",
                        RETRY,
                        StoreMutations.repeatedClaimAlwaysAcquires(),
                        RESULT_KEPT),
                store(
                        "S-12",
                        "a repeated claim keeps its lease",
                        RETRY,
                        StoreMutations.repeatedClaimKeepsItsLease(),
                        EFFECT_ONCE),
                store(
                        "S-07",
                        "complete creates or overwrites",
                        RETRY,
                        StoreMutations.completeCreatesOrOverwrites(),
                        RESULT_KEPT),
                new Mutation(
                        "S-07",
                        "release deletes what is settled, and E-04 is not kept",
                        ONCE,
                        StoreMutations.releaseDeletesWhatIsSettled(),
                        Rules.without(Broken.NO_RELEASE_AFTER_COMPLETE),
                        RESULT_KEPT),
                store(
                        "S-07",
                        "renew reopens what is settled",
                        RETRY,
                        StoreMutations.renewReopensWhatIsSettled(),
                        RESULT_KEPT),
                store(
                        "S-18",
                        "a renewal leaves the expiry",
                        RETRY,
                        StoreMutations.renewalLeavesTheExpiry(),
                        EFFECT_ONCE),
                store("S-22", "an ended lease has no end", RETRY, StoreMutations.endedLeaseHasNoEnd(), NEVER_STUCK),
                store(
                        "S-06",
                        "a takeover leaves the attempt",
                        RETRY,
                        StoreMutations.takeoverLeavesTheAttempt(),
                        NO_RUN_UNTOLD),
                store(
                        "S-08",
                        "writes look at the expiry",
                        RETRY,
                        StoreMutations.writesLookAtTheExpiry(),
                        FENCED_IS_LOST),
                store(
                        "S-11",
                        "any payload takes over",
                        RETRY.withTwoPayloads(),
                        StoreMutations.anyPayloadTakesOver(),
                        REPLAY_IS_OF_THE_PAYLOAD),
                store(
                        "S-21",
                        "forget looks at the id only",
                        RETRY.withOperator(),
                        StoreMutations.forgetLooksAtTheIdOnly(),
                        RESULT_KEPT),
                engine("E-02", "a takeover that throws releases", RETRY, Broken.TAKEOVER_NEVER_RELEASES, NO_RUN_UNTOLD),
                engine(
                        "E-02",
                        "a claim that was sent twice is released",
                        RECOVER,
                        Broken.REPEATED_CLAIM_NEVER_RELEASES,
                        EFFECT_ONCE),
                engine("E-02", "an exception releases at most once", ONCE, Broken.EXCEPTION_KEEPS, EFFECT_ONCE),
                engine("E-02", "an exception releases with a recovery", RECOVER, Broken.EXCEPTION_KEEPS, EFFECT_ONCE),
                engine(
                        "E-03",
                        "FENCED after an unknown release is a lost lease",
                        RETRY,
                        Broken.FENCED_COUNTS_AS_RELEASED,
                        NO_FALSE_ALARM),
                engine("E-04", "release after a complete", ONCE, Broken.NO_RELEASE_AFTER_COMPLETE, EFFECT_ONCE),
                engine("E-09", "a recovery that does not know releases", RECOVER, Broken.UNKNOWN_KEEPS, EFFECT_ONCE),
                engine(
                        "E-09",
                        "a record in doubt is kept no longer than results",
                        ONCE,
                        Broken.DOUBT_IS_KEPT_LONGER,
                        EFFECT_ONCE),
                engine(
                        "E-11",
                        "an unknown claim is given back by a release",
                        RECOVER,
                        Broken.GIVING_BACK_ENDS_THE_LEASE,
                        EFFECT_ONCE),
                engine(
                        "E-11",
                        "an unknown claim runs unprotected at most once",
                        ONCE.failingOpen(),
                        Broken.NO_UNPROTECTED_RUN_IN_DOUBT,
                        EFFECT_ONCE),
                engine(
                        "E-16",
                        "the token is the execution's id",
                        RETRY.withOneExecutionTwice(),
                        Broken.TOKEN_IS_NEW,
                        EFFECT_ONCE),
                engine(
                        "E-19",
                        "resolve writes under the token that it saw",
                        ONCE.withOperator(),
                        Broken.RESOLVE_CLAIMS_FIRST,
                        APPLIED_IS_RECORDED));
    }

    private static Mutation store(String clause, String what, Scenario around, Rule rule, Invariant breaks) {
        return new Mutation(clause, what, around, rule, Rules.KEPT, breaks);
    }

    private static Mutation engine(String clause, String what, Scenario around, Broken rule, Invariant breaks) {
        return new Mutation(clause, what, around, Store.table(), Rules.without(rule), breaks);
    }

    @Override
    public String toString() {
        return clause + ": " + what;
    }
}
