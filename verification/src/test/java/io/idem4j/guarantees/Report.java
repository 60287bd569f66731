package io.idem4j.guarantees;

import java.util.List;

/**
 * A line of a report: how a test of a clause ended on a store.
 *
 * @param result {@code passed}, {@code failed}, {@code gap: what}, {@code aborted: why} or {@code not-run: why}
 */
record Report(Place place, String test, String result) {
    private static final int FIELDS = 4;
    private static final String GAP = "gap: ";

    static Report parse(String line) {
        List<String> fields = List.of(line.split("\t", -1));
        if (fields.size() != FIELDS) {
            throw new IllegalArgumentException("not a line of a clause report: " + line);
        }
        return new Report(new Place(fields.get(0), fields.get(1)), fields.get(2), fields.get(3));
    }

    boolean passed() {
        return result.equals("passed");
    }

    boolean failed() {
        return result.equals("failed");
    }

    boolean isGap() {
        return result.startsWith(GAP);
    }

    /** Of a gap. */
    String lacking() {
        return result.substring(GAP.length());
    }

    /** It neither passed nor failed nor is declared as a gap: it says nothing about its clause. */
    boolean isSilent() {
        return !passed() && !failed() && !isGap();
    }

    @Override
    public String toString() {
        return place + ": " + test + ": " + result;
    }
}
