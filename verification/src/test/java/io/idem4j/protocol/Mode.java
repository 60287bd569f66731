package io.idem4j.protocol;

/** How lapsed claims are handled (E-09). */
enum Mode {
    RETRY(Integer.MAX_VALUE, false),
    TWO_ATTEMPTS(2, false),
    RECOVER(Integer.MAX_VALUE, true),
    AT_MOST_ONCE(1, false);

    /** Runs that may be unaccounted for, and this one. */
    final int maxAttempts;

    final boolean recovers;

    Mode(int maxAttempts, boolean recovers) {
        this.maxAttempts = maxAttempts;
        this.recovers = recovers;
    }

    int takeOverBelow() {
        return maxAttempts == 1 ? 0 : maxAttempts;
    }

    /** Whether a record can become in doubt, and so is kept for the longer retention. */
    boolean canBeInDoubt() {
        return recovers || maxAttempts != Integer.MAX_VALUE;
    }

    /** Whether an effect may be made again because the claim under which it was made has lapsed. */
    boolean repeatsAfterLapse() {
        return !recovers && maxAttempts > 1;
    }

    /** Whether an exception keeps the claim, unless the policy says otherwise (E-02). */
    boolean keepsOnFailure() {
        return recovers || maxAttempts == 1;
    }
}
