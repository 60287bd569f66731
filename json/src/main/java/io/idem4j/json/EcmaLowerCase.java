package io.idem4j.json;

/**
 * {@code String.prototype.toLowerCase}: full Unicode mapping without a locale. The JDK's own, for the root locale, asks
 * a word breaker where a final sigma stands, which is not Unicode's rule. Letters are those of Unicode 17, also on a JDK
 * that is older than that: one document has one hash whatever runs.
 */
final class EcmaLowerCase {
    private static final int SIGMA = 0x3a3;
    private static final int SMALL_SIGMA = 0x3c3;
    private static final int FINAL_SIGMA = 0x3c2;
    private static final int DOTTED_I = 0x130;
    private static final int COMBINING_DOT = 0x307;

    private EcmaLowerCase() {}

    static String of(String text) {
        StringBuilder lower = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            int next = i + Character.charCount(point);
            if (point == SIGMA) {
                lower.appendCodePoint(isFinal(text, i, next) ? FINAL_SIGMA : SMALL_SIGMA);
            } else if (point == DOTTED_I) {
                lower.append('i').appendCodePoint(COMBINING_DOT);
            } else {
                lower.appendCodePoint(lower(point));
            }
            i = next;
        }
        return lower.toString();
    }

    /** Of one code point, sigma and the dotted I aside. */
    static int lower(int point) {
        int lower = Character.toLowerCase(point);
        return lower == point ? sinceUnicode14(point) : lower;
    }

    private static int sinceUnicode14(int point) {
        return switch (point) {
            case 0x1c89, 0xa7c0, 0xa7cc, 0xa7ce, 0xa7d0, 0xa7d2, 0xa7d4, 0xa7d6, 0xa7d8, 0xa7da -> point + 1;
            case 0x2c2f -> 0x2c5f;
            case 0xa7cb -> 0x264;
            case 0xa7dc -> 0x19b;
            case 0x1057b, 0x1058b, 0x10593 -> point;
            default -> {
                if (point >= 0x10570 && point <= 0x10595) {
                    yield point + 0x27;
                }
                if (point >= 0x10d50 && point <= 0x10d65) {
                    yield point + 0x20;
                }
                yield point >= 0x16ea0 && point <= 0x16eb8 ? point + 0x1b : point;
            }
        };
    }

    /** Before it a cased letter, after it none, whatever case-ignorable ones stand between. */
    private static boolean isFinal(String text, int start, int end) {
        int before = start;
        while (before > 0 && CaseProperties.isIgnorable(text.codePointBefore(before))) {
            before -= Character.charCount(text.codePointBefore(before));
        }
        if (before == 0 || !CaseProperties.isCased(text.codePointBefore(before))) {
            return false;
        }
        int after = end;
        while (after < text.length() && CaseProperties.isIgnorable(text.codePointAt(after))) {
            after += Character.charCount(text.codePointAt(after));
        }
        return after == text.length() || !CaseProperties.isCased(text.codePointAt(after));
    }
}
