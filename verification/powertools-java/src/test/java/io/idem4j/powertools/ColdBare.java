package io.idem4j.powertools;

/** A handler without a library. */
final class ColdBare {
    public static void main(String[] arguments) {
        ColdStart start = new ColdStart(arguments);
        start.answered(start.place(start.event()));
    }

    private ColdBare() {}
}
