package io.idem4j.protocol;

import io.idem4j.protocol.Store.Answer;

/**
 * What happened between two states.
 *
 * @param who a client, the operator, or {@link World#NOBODY} for what nobody does
 * @param what in the words of the clauses
 * @param fault what went wrong with the call, or null
 * @param answer what the store answered, or null where it was not asked
 * @param cell the record afterwards
 */
record Step(int who, String what, Fault fault, Answer answer, int cell) {
    private static final String[] NAMES = {"c0", "c1", "c2", "operator"};
    private static final String[] STATUS = {"absent", "IN_PROGRESS", "COMPLETED"};

    enum Fault {
        LOST(", but the reply is lost"),
        LATE(", which is still under way: no answer"),
        ARRIVES(" arrives late; nobody waits for its answer");

        final String text;

        Fault(String text) {
            this.text = text;
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(who == World.NOBODY ? "" : NAMES[who])
                .append(who == World.NOBODY || what.startsWith("'") ? "" : " ")
                .append(what);
        if (fault == Fault.LATE) {
            return text.append(fault.text).toString();
        }
        if (answer != null) {
            text.append(": ").append(answer);
            if (answer == Answer.ACQUIRED) {
                text.append(", attempt ").append(Cell.attempt(cell));
            } else if (answer == Answer.EXISTING) {
                text.append(' ').append(STATUS[Cell.status(cell)]);
            }
        }
        return fault == null ? text.toString() : text.append(fault.text).toString();
    }
}
