package io.idem4j.protocol;

import io.idem4j.protocol.Message.Kind;
import io.idem4j.protocol.Rules.Broken;
import io.idem4j.protocol.Store.Answer;
import io.idem4j.protocol.Wire.Sink;

/** An operator who looks once, and some time later forgets what was seen, by force if need be, or resolves it (E-19). */
final class Operator {
    static final Phase[] PHASES = Phase.values();

    private final Rules rules;
    private final Wire wire;

    /** How far it is. */
    enum Phase {
        IDLE,
        SAW,
        SAW_LAPSED,
        TOOK_OVER,
        BEGAN_A_LIFE,
        COMPLETE_UNKNOWN,
        ENDED
    }

    Operator(Rules rules, Wire wire) {
        this.rules = rules;
        this.wire = wire;
    }

    void steps(World world, Sink sink) {
        switch (world.operator) {
            case IDLE -> look(world, sink);
            case SAW -> send(world, Message.forget(world.seenToken, world.seenStatus), sink);
            case SAW_LAPSED -> resolve(world, sink);
            case TOOK_OVER ->
                wire.send(
                        world,
                        Message.complete(World.OPERATOR, World.OPERATOR),
                        sink,
                        (next, answer) -> next.operator = Phase.ENDED,
                        (next, fault) -> next.operator = Phase.COMPLETE_UNKNOWN);
            case BEGAN_A_LIFE -> send(world, Message.of(Kind.RELEASE, World.OPERATOR), sink);
            case COMPLETE_UNKNOWN -> send(world, Message.of(Kind.KEEP, World.OPERATOR), sink);
            case ENDED -> {}
        }
        if (world.crashes > 0 && world.operator != Phase.IDLE && world.operator != Phase.ENDED) {
            World next = world.copy();
            next.crashes--;
            next.operator = Phase.ENDED;
            sink.take(next, new Step(World.OPERATOR, "crashes", null, null, next.cell));
        }
    }

    private void look(World world, Sink sink) {
        World next = world.copy();
        Answer answer = wire.apply(next, Message.of(Kind.FIND, World.OPERATOR));
        if (answer != Answer.FOUND) {
            return;
        }
        next.operator = Phase.SAW;
        next.seenToken = Cell.token(next.cell);
        next.seenStatus = Cell.status(next.cell);
        sink.take(next, new Step(World.OPERATOR, "looks, to forget", null, answer, next.cell));
        if (Cell.isLapsed(next.cell)) {
            World lapsed = next.copy();
            lapsed.operator = Phase.SAW_LAPSED;
            sink.take(lapsed, new Step(World.OPERATOR, "looks, to resolve", null, answer, next.cell));
        }
    }

    /** Whatever comes of it. */
    private void send(World world, int message, Sink sink) {
        wire.send(
                world,
                message,
                sink,
                (next, answer) -> next.operator = Phase.ENDED,
                (next, fault) -> next.operator = Phase.ENDED);
    }

    private void resolve(World world, Sink sink) {
        if (!rules.keeps(Broken.RESOLVE_CLAIMS_FIRST)) {
            int completes = Message.complete(world.seenToken, World.OPERATOR);
            wire.send(
                    world,
                    World.OPERATOR,
                    "completes under the token it saw",
                    completes,
                    sink,
                    (next, answer) -> next.operator = Phase.ENDED,
                    (next, fault) -> next.operator = Phase.ENDED);
            return;
        }
        wire.send(
                world,
                Message.of(Kind.CLAIM, World.OPERATOR),
                sink,
                (next, answer) -> {
                    boolean acquired = answer == Answer.ACQUIRED;
                    boolean takeover = acquired && Cell.attempt(next.cell) > 1;
                    next.operator = takeover ? Phase.TOOK_OVER : acquired ? Phase.BEGAN_A_LIFE : Phase.ENDED;
                },
                (next, fault) -> next.operator = Phase.ENDED);
    }
}
