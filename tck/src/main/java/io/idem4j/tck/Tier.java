package io.idem4j.tck;

/** Sizes of heavy tests: the whole with {@code -Didem4j.tier=full}, else a tenth. */
public final class Tier {
    private static final int TENTH = 10;
    private static final boolean FULL = "full".equals(System.getProperty("idem4j.tier", "quick"));

    private Tier() {}

    /** {@code full} in the full tier, else a tenth of it, at least 1. */
    public static int size(int full) {
        return FULL ? full : Math.max(1, full / TENTH);
    }
}
