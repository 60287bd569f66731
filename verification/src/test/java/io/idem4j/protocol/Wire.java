package io.idem4j.protocol;

import io.idem4j.protocol.Store.Answer;

/**
 * Between callers and the store. A call that meets no fault is one step: its caller does nothing between sending it and having
 * the answer. Else it is applied and the reply lost, or it is under way for as long as it likes.
 */
final class Wire {
    private final Store store;
    private final Contract contract;

    Wire(Store store, Contract contract) {
        this.store = store;
        this.contract = contract;
    }

    /** Told of every step that can be taken. */
    interface Sink {
        void take(World next, Step step);
    }

    /** What a caller makes of an answer, or of having none. */
    interface Receiver {
        void answered(World next, Answer answer);
    }

    /** What a caller makes of having no answer. */
    interface Unanswered {
        void after(World next, Step.Fault fault);
    }

    void send(World world, int message, Sink sink, Receiver receiver, Unanswered unanswered) {
        send(world, Message.by(message), Message.kind(message).sends, message, sink, receiver, unanswered);
    }

    void send(World world, int who, String what, int message, Sink sink, Receiver receiver, Unanswered unanswered) {
        World next = world.copy();
        Answer answer = apply(next, message);
        Step step = new Step(who, what, null, answer, next.cell);
        receiver.answered(next, answer);
        sink.take(next, step);
        if (world.lostReplies > 0) {
            next = world.copy();
            next.lostReplies--;
            answer = apply(next, message);
            step = new Step(who, what, Step.Fault.LOST, answer, next.cell);
            unanswered.after(next, Step.Fault.LOST);
            sink.take(next, step);
        }
        late(world, who, what, message, sink, unanswered);
    }

    /** Only under way: the caller goes on at once. */
    void late(World world, int who, String what, int message, Sink sink, Unanswered unanswered) {
        if (world.lateCalls > 0) {
            World next = world.copy();
            next.lateCalls--;
            next.late = message;
            Step step = new Step(who, what, Step.Fault.LATE, null, next.cell);
            unanswered.after(next, Step.Fault.LATE);
            sink.take(next, step);
        }
    }

    void arrive(World world, Sink sink) {
        if (world.late != Message.NONE) {
            World next = world.copy();
            next.late = Message.NONE;
            Answer answer = apply(next, world.late);
            String what = Message.kind(world.late).possessive;
            sink.take(next, new Step(Message.by(world.late), what, Step.Fault.ARRIVES, answer, next.cell));
        }
    }

    Answer apply(World world, int message) {
        int before = world.cell;
        int applied = store.apply(before, message);
        world.cell = Store.cellOf(applied);
        Answer answer = Store.answerOf(applied);
        contract.applied(world, before, message, answer);
        return answer;
    }
}
