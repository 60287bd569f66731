package io.idem4j.protocol;

import io.idem4j.protocol.Wire.Sink;
import java.util.List;

/** Who may do what in a state, and which states are alike. */
final class Model {
    private final Scenario scenario;
    private final Contract contract;
    private final Wire wire;
    private final Client client;
    private final Operator operator;
    private final List<int[]> symmetries;

    Model(Scenario scenario, Store.Rule rule, Rules rules) {
        this.scenario = scenario;
        Store store = new Store(rule, scenario, rules);
        this.contract = new Contract(scenario, store);
        this.wire = new Wire(store, contract);
        this.client = new Client(scenario, rules, store, contract, wire);
        this.operator = new Operator(rules, wire);
        this.symmetries = scenario.symmetries();
    }

    World start() {
        World world = new World();
        world.lostReplies = scenario.lostReplies();
        world.lateCalls = scenario.lateCalls();
        world.crashes = scenario.crashes();
        return world;
    }

    /** Every state that can follow, as it is and as all like it are written. */
    void steps(World world, Sink sink) {
        Sink checked = (next, step) -> {
            contract.check(next);
            contract.tidy(next);
            sink.take(next, step);
        };
        for (int c = 0; c < World.CLIENTS; c++) {
            client.steps(world, c, checked);
        }
        if (scenario.operator()) {
            operator.steps(world, checked);
        }
        wire.arrive(world, checked);
        tick(world, checked);
        purge(world, checked);
    }

    private void tick(World world, Sink sink) {
        World next = world.copy();
        next.cell = Cell.later(world.cell);
        contract.tick(next);
        String what = "time passes";
        if (Cell.isExpired(next.cell) && !Cell.isExpired(world.cell)) {
            what = "time passes, the record expires";
        } else if (Cell.isLapsed(next.cell) && !Cell.isLapsed(world.cell)) {
            what = "time passes, the lease ends";
        }
        sink.take(next, new Step(World.NOBODY, what, null, null, next.cell));
    }

    private static void purge(World world, Sink sink) {
        if (Cell.isExpired(world.cell)) {
            World next = world.copy();
            next.cell = Cell.NONE;
            sink.take(next, new Step(World.NOBODY, "the expired record is purged", null, null, next.cell));
        }
    }

    /** The same for all states that differ only in which client is called which: the one that sorts first. */
    Bits canonical(World world) {
        if (symmetries.size() == 1) {
            return world.packed(symmetries.get(0));
        }
        long[] keys = {world.key(0), world.key(1), world.key(2)};
        boolean firstTwo = symmetries.size() == 2;
        boolean alike = keys[0] == keys[1] || !firstTwo && (keys[0] == keys[2] || keys[1] == keys[2]);
        if (alike) {
            return least(world);
        }
        int[] names = new int[World.CLIENTS];
        for (int c = 0; c < World.CLIENTS; c++) {
            for (int other = 0; other < World.CLIENTS; other++) {
                boolean fixed = firstTwo && (c == 2 || other == 2);
                names[c] += (fixed ? other < c : keys[other] < keys[c]) ? 1 : 0;
            }
        }
        return world.packed(names);
    }

    private Bits least(World world) {
        Bits least = null;
        for (int[] names : symmetries) {
            Bits bits = world.packed(names);
            if (least == null
                    || bits.high < least.high
                    || bits.high == least.high && Long.compareUnsigned(bits.low, least.low) < 0) {
                least = bits;
            }
        }
        return least;
    }
}
