package io.idem4j.protocol;

/** Small numbers in two words, read back in the order in which they were put. */
final class Bits {
    private static final int WORD = 64;

    long high;
    long low;
    private int position;

    void put(int value, int width) {
        if (value < 0 || value >> width != 0) {
            throw new IllegalArgumentException(value + " does not fit " + width + " bits");
        }
        advance(width);
        if (position < WORD) {
            low |= (long) value << position;
        } else {
            high |= (long) value << (position - WORD);
        }
        position += width;
    }

    int take(int width) {
        advance(width);
        long from = position < WORD ? low >>> position : high >>> (position - WORD);
        position += width;
        return (int) (from & ((1L << width) - 1));
    }

    /** No number lies across the words. */
    private void advance(int width) {
        if (position < WORD && position + width > WORD) {
            position = WORD;
        }
        if (position + width > 2 * WORD) {
            throw new IllegalStateException("more than two words");
        }
    }
}
