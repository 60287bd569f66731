package io.idem4j.protocol;

import io.idem4j.protocol.Message.Kind;
import io.idem4j.protocol.Rules.Broken;
import io.idem4j.protocol.Store.Answer;
import io.idem4j.protocol.Wire.Sink;

/** One call through the engine, as the E clauses have it; its action does whatever an action may do. */
final class Client {
    static final Phase[] PHASES = Phase.values();

    private final Scenario scenario;
    private final Mode mode;
    private final Rules rules;
    private final Store store;
    private final Contract contract;
    private final Wire wire;

    /** Where a call stands. */
    enum Phase {
        IDLE(false, false),
        CLAIM_UNKNOWN(false, false),
        /** Has taken a claim over and is to ask the recovery (E-09). */
        TOOK_OVER(true, true),
        /** Has found the record as its own and asks. */
        ASKS(true, true),
        RUNNING(true, true),
        EFFECT_MADE(true, true),
        COMPLETE_UNKNOWN(false, false),
        RELEASE_UNKNOWN(false, false),
        RELEASE_APPLIED_UNKNOWN(false, false),
        KEEP_UNKNOWN(false, false),
        ENDED(false, false);

        final boolean canRun;
        final boolean renews;

        Phase(boolean canRun, boolean renews) {
            this.canRun = canRun;
            this.renews = renews;
        }
    }

    Client(Scenario scenario, Rules rules, Store store, Contract contract, Wire wire) {
        this.scenario = scenario;
        this.mode = scenario.mode();
        this.rules = rules;
        this.store = store;
        this.contract = contract;
        this.wire = wire;
    }

    void steps(World world, int c, Sink sink) {
        switch (world.phase[c]) {
            case IDLE -> begin(world, c, sink);
            case CLAIM_UNKNOWN -> claimUnknown(world, c, sink);
            case TOOK_OVER -> look(world, c, sink);
            case ASKS -> ask(world, c, sink);
            case RUNNING -> run(world, c, sink);
            case EFFECT_MADE -> {
                complete(world, c, c, Kind.COMPLETE.sends, sink);
                fail(world, c, sink);
            }
            case COMPLETE_UNKNOWN -> completeUnknown(world, c, sink);
            case RELEASE_UNKNOWN, RELEASE_APPLIED_UNKNOWN -> {
                release(world, c, sink);
                act(world, c, Phase.ENDED, "gives up its release", sink);
            }
            case KEEP_UNKNOWN -> {
                keep(world, c, sink);
                act(world, c, Phase.ENDED, "gives up ending its lease", sink);
            }
            case ENDED -> {}
        }
        if (world.phase[c].renews && !world.unsure[c]) {
            int renewal = Message.of(Kind.RENEW, c);
            World next = world.copy();
            Answer answer = wire.apply(next, renewal);
            sink.take(next, new Step(c, Kind.RENEW.sends, null, answer, next.cell));
            wire.late(world, c, Kind.RENEW.sends, renewal, sink, (after, fault) -> {});
        }
        if (world.crashes > 0 && world.phase[c] != Phase.IDLE && world.phase[c] != Phase.ENDED) {
            World next = world.copy();
            next.crashes--;
            next.phase[c] = Phase.ENDED;
            sink.take(next, new Step(c, "crashes", null, null, next.cell));
        }
    }

    private static void act(World world, int c, Phase phase, String what, Sink sink) {
        World next = world.copy();
        next.phase[c] = phase;
        sink.take(next, new Step(c, what, null, null, next.cell));
    }

    private void begin(World world, int c, Sink sink) {
        int before = scenario.after(c);
        if (c < scenario.clients() && (before < 0 || world.phase[before] == Phase.ENDED)) {
            claim(world, c, sink);
        }
    }

    private void claim(World world, int c, Sink sink) {
        wire.send(
                world,
                Message.of(Kind.CLAIM, c),
                sink,
                (next, answer) -> claimed(next, c, answer),
                (next, fault) -> next.phase[c] = Phase.CLAIM_UNKNOWN);
    }

    private void claimed(World next, int c, Answer answer) {
        next.repeated[c] = next.phase[c] == Phase.CLAIM_UNKNOWN && mode.maxAttempts > 1;
        if (answer == Answer.EXISTING) {
            next.phase[c] = Phase.ENDED;
            boolean mismatch = scenario.payload(c) != Cell.payload(next.cell);
            if (Cell.status(next.cell) == Cell.COMPLETED && !mismatch) {
                contract.replays(next, c);
            }
            return;
        }
        next.again[c] = Cell.attempt(next.cell) > 1;
        if (next.again[c] && mode.recovers) {
            next.phase[c] = Phase.TOOK_OVER;
        } else {
            begins(next, c);
        }
    }

    private void begins(World next, int c) {
        next.phase[c] = Phase.RUNNING;
        contract.begins(next, c);
    }

    /** Sent again with the same token, or given up (E-11). */
    private void claimUnknown(World world, int c, Sink sink) {
        claim(world, c, sink);
        boolean releases = mode.maxAttempts == 1 || !rules.keeps(Broken.GIVING_BACK_ENDS_THE_LEASE);
        wire.send(
                world,
                Message.of(releases ? Kind.RELEASE : Kind.KEEP, c),
                sink,
                (next, answer) -> next.phase[c] = Phase.ENDED,
                (next, fault) -> next.phase[c] = Phase.ENDED);
        boolean opens = mode == Mode.RETRY || !rules.keeps(Broken.NO_UNPROTECTED_RUN_IN_DOUBT);
        if (scenario.failOpen() && opens) {
            World next = world.copy();
            next.phase[c] = Phase.RUNNING;
            next.unsure[c] = true;
            next.again[c] = true;
            sink.take(next, new Step(c, "runs unprotected", null, null, next.cell));
        }
    }

    private void look(World world, int c, Sink sink) {
        World next = world.copy();
        Answer answer = wire.apply(next, Message.of(Kind.FIND, c));
        if (answer == Answer.FOUND && Cell.token(next.cell) == store.token(c)) {
            next.phase[c] = Phase.ASKS;
            sink.take(next, new Step(c, "looks for its claim", null, answer, next.cell));
        } else {
            keep(world, c, sink);
        }
    }

    /** The outside world knows of every effect, or does not answer. */
    private void ask(World world, int c, Sink sink) {
        if (rules.keeps(Broken.UNKNOWN_KEEPS)) {
            keep(world, c, "asks the recovery (unknown) and ends its lease", sink);
        } else {
            release(world, c, "asks the recovery (unknown) and releases", sink);
        }
        for (int made = World.COUNTED; made <= World.EXCUSED; made++) {
            boolean done = false;
            for (int c2 = 0; c2 < World.CLIENTS; c2++) {
                if (world.effect[c2] == made) {
                    complete(world, c, c2, "asks the recovery (done) and completes", sink);
                    done = true;
                }
            }
            if (done) {
                return;
            }
        }
        World next = world.copy();
        for (int c2 = 0; c2 < World.CLIENTS; c2++) {
            contract.account(next, c2);
        }
        next.again[c] = false;
        begins(next, c);
        sink.take(next, new Step(c, "asks the recovery (not done) and begins", null, null, next.cell));
    }

    private void run(World world, int c, Sink sink) {
        World next = world.copy();
        next.phase[c] = Phase.EFFECT_MADE;
        contract.makesEffect(next, c);
        sink.take(next, new Step(c, "makes its EFFECT", null, null, next.cell));
        if (mode.keepsOnFailure()) {
            noEffect(world, c, sink);
        }
        fail(world, c, sink);
    }

    /** The action throws: by the default policy (E-02). */
    private void fail(World world, int c, Sink sink) {
        if (mode.keepsOnFailure() && rules.keeps(Broken.EXCEPTION_KEEPS)) {
            keep(world, c, sink);
        } else {
            World thrown = world.copy();
            contract.threw(thrown, c);
            noEffect(thrown, c, sink);
        }
    }

    private void noEffect(World world, int c, Sink sink) {
        boolean takeover = world.again[c] && rules.keeps(Broken.TAKEOVER_NEVER_RELEASES);
        boolean stray = world.repeated[c] && rules.keeps(Broken.REPEATED_CLAIM_NEVER_RELEASES);
        if (takeover || stray) {
            keep(world, c, sink);
        } else {
            release(world, c, sink);
        }
    }

    private void complete(World world, int c, int data, String what, Sink sink) {
        wire.send(
                world,
                c,
                what,
                Message.complete(c, data),
                sink,
                (next, answer) -> next.phase[c] = Phase.ENDED,
                (next, fault) -> {
                    next.owes[c] = data;
                    next.phase[c] = next.unsure[c] ? Phase.ENDED : Phase.COMPLETE_UNKNOWN;
                });
    }

    private void completeUnknown(World world, int c, Sink sink) {
        complete(world, c, world.owes[c], Kind.COMPLETE.sends, sink);
        act(world, c, Phase.ENDED, "gives up its complete: UNCONFIRMED", sink);
        if (!rules.keeps(Broken.NO_RELEASE_AFTER_COMPLETE)) {
            release(world, c, sink);
        }
    }

    private void release(World world, int c, Sink sink) {
        release(world, c, Kind.RELEASE.sends, sink);
    }

    private void release(World world, int c, String what, Sink sink) {
        boolean unknown = world.phase[c] == Phase.RELEASE_UNKNOWN;
        boolean applied = world.phase[c] == Phase.RELEASE_APPLIED_UNKNOWN;
        wire.send(
                world,
                c,
                what,
                Message.of(Kind.RELEASE, c),
                sink,
                (next, answer) -> {
                    boolean told = answer == Answer.FENCED
                            && !((unknown || applied) && rules.keeps(Broken.FENCED_COUNTS_AS_RELEASED));
                    if (told && applied) {
                        next.breaks(Invariant.NO_FALSE_ALARM);
                    }
                    next.phase[c] = Phase.ENDED;
                },
                (next, fault) -> next.phase[c] = next.unsure[c]
                        ? Phase.ENDED
                        : fault == Step.Fault.LOST || applied ? Phase.RELEASE_APPLIED_UNKNOWN : Phase.RELEASE_UNKNOWN);
    }

    private void keep(World world, int c, Sink sink) {
        keep(world, c, Kind.KEEP.sends, sink);
    }

    private void keep(World world, int c, String what, Sink sink) {
        wire.send(
                world,
                c,
                what,
                Message.of(Kind.KEEP, c),
                sink,
                (next, answer) -> next.phase[c] = Phase.ENDED,
                (next, fault) -> next.phase[c] = next.unsure[c] ? Phase.ENDED : Phase.KEEP_UNKNOWN);
    }
}
