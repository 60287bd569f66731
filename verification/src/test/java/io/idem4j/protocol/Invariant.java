package io.idem4j.protocol;

/** What holds in every state and at every step of the protocol. */
enum Invariant {
    EFFECT_ONCE(
            "an unfenced effect is made once in a life, and again only where the mode says so: retry, after a lapse"),
    NO_RUN_UNTOLD("no run begins as the first while an earlier one is unaccounted for, and in doubt none begins"),
    RESULT_KEPT("a completed result is neither lost nor changed until its retention is over or an operator forgets it"),
    APPLIED_IS_RECORDED("of a complete that was answered APPLIED the bytes are on record"),
    FENCED_IS_LOST("of a complete that was answered FENCED the record is not the caller's"),
    REPLAY_IS_OF_THE_PAYLOAD("a replay is the result of the caller's own payload"),
    NO_FALSE_ALARM("a holder whose release was applied is not told that it lost its lease"),
    NEVER_STUCK("once all calls have ended the record is absent, settled, or lapses and is then listed or taken over");

    private final String sentence;

    Invariant(String sentence) {
        this.sentence = sentence;
    }

    int bit() {
        return 1 << ordinal();
    }

    @Override
    public String toString() {
        return name() + ": " + sentence;
    }
}
