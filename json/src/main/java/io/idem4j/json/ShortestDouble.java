package io.idem4j.json;

import tools.jackson.core.io.NumberOutput;

/**
 * The fewest digits that name a double, of those the nearest, as ECMAScript and Python print. Not thread-safe: one object
 * holds one number at a time.
 */
final class ShortestDouble {
    /** Above it a double has more than two digits, or needs just as many in Java. */
    private static final double TINY = 1e-321;

    /** ASCII; neither the first nor the last is 0. The value is 0.d1d2d3… times ten to the power of the exponent. */
    final byte[] digits = new byte[20];

    int count;
    int exponent;

    /** Takes a finite number above 0. */
    void of(double value) {
        String java = NumberOutput.toString(value, true);
        int e = java.indexOf('E');
        int end = e < 0 ? java.length() : e;
        exponent = e < 0 ? 0 : Integer.parseInt(java, e + 1, java.length(), 10);
        exponent += java.indexOf('.');
        count = 0;
        for (int i = 0; i < end; i++) {
            char c = java.charAt(i);
            if (c == '0' && count == 0) {
                exponent--;
            } else if (c != '.') {
                digits[count++] = (byte) c;
            }
        }
        while (digits[count - 1] == '0') {
            count--;
        }
        if (count == 2 && value < TINY) {
            shorten(value);
        }
    }

    /**
     * Java prints two digits at least, of which the nearest; here one is enough if it names the double too. That can
     * differ among the smallest subnormal numbers only, where one step is more than a digit.
     */
    private void shorten(double value) {
        int one = digits[0] - '0' + (digits[1] >= '5' ? 1 : 0);
        if (Double.parseDouble(one + "e" + (exponent - 1)) == value) {
            digits[0] = (byte) (one == 10 ? '1' : '0' + one);
            exponent += one == 10 ? 1 : 0;
            count = 1;
        }
    }
}
