package io.idem4j.protocol;

import io.idem4j.protocol.Store.Answer;
import java.util.Arrays;

/**
 * What the answers promise, kept beside the record and apart from it, so that a store or an engine without one of the rules is
 * measured by what it had promised: whose claim is live for how long, which effect may not be made again, which result is to
 * be replayed.
 */
final class Contract {
    private final Scenario scenario;
    private final Mode mode;
    private final Store store;

    Contract(Scenario scenario, Store store) {
        this.scenario = scenario;
        this.mode = scenario.mode();
        this.store = store;
    }

    /** A message was applied to the record that was there {@code before}. */
    void applied(World world, int before, int message, Answer answer) {
        int by = Message.by(message);
        switch (Message.kind(message)) {
            case CLAIM -> {
                if (answer == Answer.ACQUIRED) {
                    granted(world, by);
                }
            }
            case COMPLETE -> completed(world, before, by, Message.data(message), answer);
            case RELEASE -> {
                if (answer == Answer.APPLIED && isHolder(world, before, by)) {
                    world.holder = World.NOBODY;
                    account(world, by);
                }
            }
            case RENEW -> {
                if (answer == Answer.APPLIED && isHolder(world, before, by)) {
                    promiseLease(world, by);
                }
            }
            case KEEP -> {
                if (answer == Answer.APPLIED && isHolder(world, before, by)) {
                    lapse(world, by);
                    world.promise = store.keepFor(by);
                }
            }
            case FORGET -> {
                boolean asSeen = Cell.status(before) == Message.seenStatus(message)
                        && Cell.token(before) == Message.data(message);
                if (answer == Answer.APPLIED && asSeen) {
                    lifeIsOver(world);
                }
            }
            case FIND, NONE -> {}
        }
    }

    private boolean isHolder(World world, int before, int who) {
        return world.holder == who && Cell.isHeldBy(before, store.token(who));
    }

    private void granted(World world, int who) {
        int former = world.holder;
        if (former < World.CLIENTS && who < World.CLIENTS && scenario.sameOwner(former, who)) {
            lapse(world, former);
        }
        world.holder = who;
        for (int c = 0; c < World.CLIENTS; c++) {
            world.fenced[c] |= c != who && world.phase[c].canRun;
        }
        promiseLease(world, who);
    }

    /**
     * A run that was fenced is not made good by its own claim, sent before a repeat of it and arriving now: that may take a
     * lapsed record over, but what the run does counts no more.
     */
    private void promiseLease(World world, int who) {
        if (who < World.CLIENTS && !world.fenced[who]) {
            world.lease[who] = Store.LEASE;
        }
        world.promise = promisedFor(who);
    }

    /** As the clauses say, whatever the store was asked for. */
    private int promisedFor(int who) {
        return mode.canBeInDoubt() || who == World.OPERATOR ? Store.IN_DOUBT_RETENTION : Store.RETENTION;
    }

    private void completed(World world, int before, int by, int data, Answer answer) {
        if (answer == Answer.FENCED) {
            if (Cell.status(before) != Cell.ABSENT && Cell.token(before) == store.token(by)) {
                world.breaks(Invariant.FENCED_IS_LOST);
            }
            return;
        }
        if (Cell.status(world.cell) != Cell.COMPLETED || Cell.data(world.cell) != data) {
            world.breaks(Invariant.APPLIED_IS_RECORDED);
        }
        if (before != world.cell) {
            checkResultKept(world);
            world.holder = World.NOBODY;
            world.settled = data;
            world.promise = Store.RETENTION;
            Arrays.fill(world.unaccounted, false);
            if (data < World.CLIENTS) {
                world.effect[data] = World.COUNTED;
            }
        }
    }

    /** A run begins under a claim that was answered. */
    void begins(World world, int client) {
        int others = 0;
        for (int c = 0; c < World.CLIENTS; c++) {
            others += c != client && world.unaccounted[c] ? 1 : 0;
        }
        if (others > 0 && !world.again[client] || others >= mode.maxAttempts) {
            world.breaks(Invariant.NO_RUN_UNTOLD);
        }
        world.unaccounted[client] = world.promise != Cell.OVER && !world.fenced[client];
    }

    /** An effect is unfenced while its claim is live as promised, or the record still is its own. */
    void makesEffect(World world, int client) {
        boolean live = world.lease[client] != Cell.OVER;
        boolean held = Cell.isHeldBy(world.cell, store.token(client)) && world.promise != Cell.OVER;
        boolean unfenced = live || held && !world.fenced[client];
        boolean unprotected = world.unsure[client];
        if (unprotected ? mode == Mode.RETRY : !unfenced) {
            world.effect[client] = World.EXCUSED;
            return;
        }
        for (int c = 0; c < World.CLIENTS; c++) {
            if (c != client && world.effect[c] == World.COUNTED) {
                world.breaks(Invariant.EFFECT_ONCE);
            }
        }
        boolean mayBeRepeated = mode.repeatsAfterLapse() && !live;
        world.effect[client] = mayBeRepeated ? World.EXCUSED : World.COUNTED;
    }

    /** The policy lets the next call run although this one may have had its effect before it threw. */
    void threw(World world, int client) {
        if (mode.repeatsAfterLapse()) {
            world.effect[client] = World.EXCUSED;
        }
    }

    /** Nobody need be told of this run any more. */
    void account(World world, int who) {
        if (who < World.CLIENTS) {
            world.unaccounted[who] = false;
        }
    }

    void replays(World world, int client) {
        int from = Cell.data(world.cell);
        if (from < World.CLIENTS && scenario.payload(from) != scenario.payload(client)) {
            world.breaks(Invariant.REPLAY_IS_OF_THE_PAYLOAD);
        }
    }

    void tick(World world) {
        for (int c = 0; c < World.CLIENTS; c++) {
            if (world.lease[c] != Cell.OVER && --world.lease[c] == Cell.OVER) {
                lapse(world, c);
            }
        }
        if (world.promise != Cell.OVER && --world.promise == Cell.OVER) {
            lifeIsOver(world);
        }
    }

    private void lapse(World world, int who) {
        if (who >= World.CLIENTS) {
            return;
        }
        world.lease[who] = Cell.OVER;
        if (mode.repeatsAfterLapse() && world.effect[who] == World.COUNTED && world.settled == World.NOBODY) {
            world.effect[who] = World.EXCUSED;
        }
    }

    private static void lifeIsOver(World world) {
        world.settled = World.NOBODY;
        world.holder = World.NOBODY;
        world.promise = Cell.OVER;
        Arrays.fill(world.effect, World.NO_EFFECT);
        Arrays.fill(world.lease, Cell.OVER);
        Arrays.fill(world.unaccounted, false);
    }

    /** After every step. */
    void check(World world) {
        checkResultKept(world);
        if (Cell.status(world.cell) == Cell.IN_PROGRESS && Cell.lease(world.cell) == Cell.NO_END
                || world.allEnded() && !comesToAnEnd(world.cell)) {
            world.breaks(Invariant.NEVER_STUCK);
        }
    }

    private static void checkResultKept(World world) {
        boolean kept = Cell.status(world.cell) == Cell.COMPLETED && Cell.data(world.cell) == world.settled;
        if (world.settled != World.NOBODY && !kept) {
            world.breaks(Invariant.RESULT_KEPT);
        }
    }

    /** Once its lease is over the next claim gets it, or is told that it is in doubt and the operator sees it. */
    private boolean comesToAnEnd(int cell) {
        int lapsed = cell;
        for (int i = 0; i <= Store.LEASE; i++) {
            lapsed = Cell.of(
                    Cell.status(cell),
                    Cell.token(cell),
                    Cell.attempt(cell),
                    Math.max(Cell.OVER, Cell.lease(lapsed) - 1),
                    Cell.keep(cell),
                    Cell.data(cell),
                    Cell.payload(cell));
        }
        boolean unfinished = Cell.status(cell) == Cell.IN_PROGRESS && !Cell.isExpired(cell);
        boolean usedUp = unfinished && Cell.attempt(cell) >= mode.takeOverBelow();
        Answer answer = Store.answerOf(store.apply(lapsed, Message.of(Message.Kind.CLAIM, World.PROBE)));
        boolean isSettled = Cell.status(cell) == Cell.COMPLETED && !Cell.isExpired(cell);
        return answer == (isSettled || usedUp ? Answer.EXISTING : Answer.ACQUIRED)
                && (!unfinished || Cell.isLapsed(lapsed));
    }

    /** Forgets what can't matter any more, so that like states are one. */
    void tidy(World world) {
        if (Cell.status(world.cell) != Cell.IN_PROGRESS) {
            world.holder = World.NOBODY;
        }
        boolean open = world.settled != World.NOBODY || world.holder != World.NOBODY;
        for (int c = 0; c < World.CLIENTS; c++) {
            if (!mode.recovers && world.effect[c] == World.EXCUSED) {
                world.effect[c] = World.NO_EFFECT;
            }
            if (world.phase[c] == Client.Phase.ENDED) {
                world.again[c] = false;
                world.repeated[c] = false;
                world.unsure[c] = false;
            }
            if (world.phase[c] != Client.Phase.COMPLETE_UNKNOWN) {
                world.owes[c] = World.NOBODY;
            }
            world.fenced[c] &= world.phase[c].canRun;
            if (!world.phase[c].canRun && world.effect[c] != World.COUNTED) {
                world.lease[c] = Cell.OVER;
            }
            open |= world.effect[c] == World.COUNTED || world.unaccounted[c];
        }
        if (!open) {
            world.promise = Cell.OVER;
        }
        if (world.operator == Operator.Phase.ENDED) {
            world.seenToken = World.NOBODY;
            world.seenStatus = 0;
        }
    }
}
