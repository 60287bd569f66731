package io.idem4j.protocol;

import java.util.Arrays;

/**
 * One state of everything: the record, one call under way, what may still go wrong, three clients, an operator, and what was
 * promised to whom. The promises are not read by anybody who acts; invariants are about them.
 */
final class World {
    static final int CLIENTS = 3;
    static final int OPERATOR = 3;
    static final int PROBE = 4;
    static final int NOBODY = 7;

    static final int NO_EFFECT = 0;
    static final int COUNTED = 1;
    static final int EXCUSED = 2;

    int cell = Cell.NONE;
    int late = Message.NONE;

    int lostReplies;
    int lateCalls;
    int crashes;

    Operator.Phase operator = Operator.Phase.IDLE;
    int seenToken = NOBODY;
    int seenStatus;

    /** Whose claim it is, as last granted. */
    int holder = NOBODY;
    /** Ticks for which the last answer promised that the record stays. */
    int promise = Cell.OVER;
    /** Whose result is promised to be replayed. */
    int settled = NOBODY;

    final Client.Phase[] phase;
    /** Told that an earlier run may have had its effect. */
    final boolean[] again;
    /** Its claim was sent more than once, so that one of them may still arrive. */
    final boolean[] repeated;
    /** Runs although its claim was never answered. */
    final boolean[] unsure;
    /** Whose result the client is recording. */
    final int[] owes;
    /** Whether its effect happened, and counts. */
    final int[] effect;
    /** Ticks for which its claim was promised to be live. */
    final int[] lease;
    /** Its run's claim went to another meanwhile. */
    final boolean[] fenced;
    /** Has begun, and nobody knows what came of it. */
    final boolean[] unaccounted;

    /** Invariants that the step to this state broke; no part of the state. */
    int broken;

    World() {
        phase = new Client.Phase[CLIENTS];
        again = new boolean[CLIENTS];
        repeated = new boolean[CLIENTS];
        unsure = new boolean[CLIENTS];
        owes = new int[CLIENTS];
        effect = new int[CLIENTS];
        lease = new int[CLIENTS];
        fenced = new boolean[CLIENTS];
        unaccounted = new boolean[CLIENTS];
        Arrays.fill(phase, Client.Phase.IDLE);
        Arrays.fill(owes, NOBODY);
        Arrays.fill(lease, Cell.OVER);
    }

    private World(World other) {
        cell = other.cell;
        late = other.late;
        lostReplies = other.lostReplies;
        lateCalls = other.lateCalls;
        crashes = other.crashes;
        operator = other.operator;
        seenToken = other.seenToken;
        seenStatus = other.seenStatus;
        holder = other.holder;
        promise = other.promise;
        settled = other.settled;
        phase = other.phase.clone();
        again = other.again.clone();
        repeated = other.repeated.clone();
        unsure = other.unsure.clone();
        owes = other.owes.clone();
        effect = other.effect.clone();
        lease = other.lease.clone();
        fenced = other.fenced.clone();
        unaccounted = other.unaccounted.clone();
    }

    World copy() {
        return new World(this);
    }

    void breaks(Invariant invariant) {
        broken |= invariant.bit();
    }

    boolean allEnded() {
        for (Client.Phase each : phase) {
            if (each != Client.Phase.IDLE && each != Client.Phase.ENDED) {
                return false;
            }
        }
        return late == Message.NONE && (operator == Operator.Phase.IDLE || operator == Operator.Phase.ENDED);
    }

    static int renamed(int who, int[] names) {
        return who < CLIENTS ? names[who] : who;
    }

    /** With client {@code c} called {@code names[c]}. */
    Bits packed(int[] names) {
        Bits bits = new Bits();
        bits.put(Cell.renamed(cell, names), Cell.WIDTH);
        bits.put(Message.renamed(late, names), Message.WIDTH);
        bits.put(lostReplies, 1);
        bits.put(lateCalls, 1);
        bits.put(crashes, 1);
        bits.put(operator.ordinal(), 3);
        bits.put(renamed(seenToken, names), 3);
        bits.put(seenStatus, 2);
        bits.put(renamed(holder, names), 3);
        bits.put(promise + 1, 3);
        bits.put(renamed(settled, names), 3);
        for (int place = 0; place < CLIENTS; place++) {
            int c = names[0] == place ? 0 : names[1] == place ? 1 : 2;
            putClient(bits, c, renamed(owes[c], names));
        }
        return bits;
    }

    private void putClient(Bits bits, int c, int owed) {
        bits.put(phase[c].ordinal(), 4);
        bits.put(again[c] ? 1 : 0, 1);
        bits.put(repeated[c] ? 1 : 0, 1);
        bits.put(unsure[c] ? 1 : 0, 1);
        bits.put(owed, 3);
        bits.put(effect[c], 2);
        bits.put(lease[c] + 1, 2);
        bits.put(fenced[c] ? 1 : 0, 1);
        bits.put(unaccounted[c] ? 1 : 0, 1);
    }

    /** All that tells a client from the others, whatever they are called. */
    long key(int c) {
        Bits bits = new Bits();
        putClient(bits, c, owes[c] == c ? 1 : owes[c] == NOBODY ? 0 : 2);
        bits.put(Cell.token(cell) == c ? 1 : 0, 1);
        bits.put(Cell.data(cell) == c ? 1 : 0, 1);
        bits.put(late != Message.NONE && Message.by(late) == c ? 1 : 0, 1);
        bits.put(late != Message.NONE && Message.data(late) == c ? 1 : 0, 1);
        bits.put(seenToken == c ? 1 : 0, 1);
        bits.put(holder == c ? 1 : 0, 1);
        bits.put(settled == c ? 1 : 0, 1);
        return bits.low;
    }

    static World unpacked(long high, long low) {
        Bits bits = new Bits();
        bits.high = high;
        bits.low = low;
        World world = new World();
        world.cell = bits.take(Cell.WIDTH);
        world.late = bits.take(Message.WIDTH);
        world.lostReplies = bits.take(1);
        world.lateCalls = bits.take(1);
        world.crashes = bits.take(1);
        world.operator = Operator.PHASES[bits.take(3)];
        world.seenToken = bits.take(3);
        world.seenStatus = bits.take(2);
        world.holder = bits.take(3);
        world.promise = bits.take(3) - 1;
        world.settled = bits.take(3);
        for (int c = 0; c < CLIENTS; c++) {
            world.phase[c] = Client.PHASES[bits.take(4)];
            world.again[c] = bits.take(1) == 1;
            world.repeated[c] = bits.take(1) == 1;
            world.unsure[c] = bits.take(1) == 1;
            world.owes[c] = bits.take(3);
            world.effect[c] = bits.take(2);
            world.lease[c] = bits.take(2) - 1;
            world.fenced[c] = bits.take(1) == 1;
            world.unaccounted[c] = bits.take(1) == 1;
        }
        return world;
    }
}
