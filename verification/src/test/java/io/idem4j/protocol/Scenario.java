package io.idem4j.protocol;

import java.util.List;

/**
 * What happens around one key: three clients with one call each, and how much goes wrong.
 *
 * @param clients how many of the three call at all
 * @param lostReplies replies that get lost after the store has applied the call
 * @param lateCalls calls that get no answer and reach the store at any later moment
 * @param crashes processes that end without a word
 * @param operator whether an operator looks, and then forgets or resolves
 * @param oneExecution whether the second client is the first one's execution, run again once that has ended (E-16)
 * @param twoPayloads whether the last client asks for something else under the same key (S-11)
 * @param failOpen whether a client may run unprotected when its claim stays unknown (E-11)
 */
record Scenario(
        String name,
        Mode mode,
        int clients,
        int lostReplies,
        int lateCalls,
        int crashes,
        boolean operator,
        boolean oneExecution,
        boolean twoPayloads,
        boolean failOpen) {
    private static final int[][] ALL = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    private static final int[][] FIRST_TWO = {{0, 1, 2}, {1, 0, 2}};
    private static final int[][] NONE = {{0, 1, 2}};

    /** Three clients, one lost reply, one late call, one crash. */
    static Scenario of(Mode mode) {
        return new Scenario(mode.name(), mode, World.CLIENTS, 1, 1, 1, false, false, false, false);
    }

    private Scenario named(
            String addition, int clientCount, boolean operates, boolean oneRun, boolean payloads, boolean opens) {
        return new Scenario(
                name + addition, mode, clientCount, lostReplies, lateCalls, crashes, operates, oneRun, payloads, opens);
    }

    Scenario withClients(int count) {
        return named(" with " + count + " clients", count, operator, oneExecution, twoPayloads, failOpen);
    }

    Scenario withOperator() {
        return named(", an operator", clients, true, oneExecution, twoPayloads, failOpen);
    }

    Scenario withOneExecutionTwice() {
        return named(", one execution twice", clients, operator, true, twoPayloads, failOpen);
    }

    Scenario withTwoPayloads() {
        return named(", two payloads", clients, operator, oneExecution, true, failOpen);
    }

    Scenario failingOpen() {
        return named(", failing open", clients, operator, oneExecution, twoPayloads, true);
    }

    /** The renamings of clients under which nothing changes. */
    List<int[]> symmetries() {
        if (oneExecution) {
            return List.of(NONE);
        }
        return List.of(clients < World.CLIENTS || twoPayloads ? FIRST_TWO : ALL);
    }

    /** Who must have ended before this client begins; -1: nobody. */
    int after(int client) {
        return oneExecution && client == 1 ? 0 : -1;
    }

    boolean sameOwner(int one, int other) {
        return oneExecution && one + other == 1;
    }

    /** 0: none; the payload that a client asks for otherwise. */
    int payload(int client) {
        if (!twoPayloads) {
            return 0;
        }
        return client == World.CLIENTS - 1 ? 2 : 1;
    }
}
