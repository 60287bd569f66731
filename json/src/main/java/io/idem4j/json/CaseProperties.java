package io.idem4j.json;

import java.util.BitSet;

/**
 * Unicode's Cased and Case_Ignorable, which say where a sigma is the last letter of a word, as Unicode 17 has them. The
 * JDK's properties of characters are older; the tables hold what they lack or have otherwise (JDK 17: Unicode 13).
 */
final class CaseProperties {
    /** Without what is case-ignorable too: that is skipped before anyone asks whether it is cased. */
    private static final BitSet CASED = ranges(
            "10fc 1c8a 2c5f a7c1 a7cd a7cf a7d1 a7d3 a7d5 a7d7 a7d9 a7db ab69 10597-105a1"
                    + " 105a3-105b1 105b3-105b9 105bb-105bc 10d70-10d85 16ebb-16ed3 1df00-1df09 1df0b-1df1e 1df25-1df2a");

    private static final BitSet IGNORABLE =
            ranges("888 890-891 897-89f 8c9-8d2 c3c ece 180f 1ac1-1add 1ae0-1aeb 1dfa a7f1-a7f4"
                    + " fbc2 10780-10785 10787-107b0 107b2-107ba 10d4e 10d69-10d6d 10d6f 10ec5 10efa-10eff 10f82-10f85 11070"
                    + " 11073-11074 110c2 11241 113bb-113c0 113ce 113d0 113d2 113e1-113e2 11b60 11b62-11b64 11b66 11dd9"
                    + " 11f00-11f01 11f36-11f3a 11f40 11f42 11f5a 13439-13440 13447-13455 1611e-16129 1612d-1612f 16d40-16d42"
                    + " 16d6b-16d6c 16ff2-16ff3 1aff0-1aff3 1aff5-1affb 1affd-1affe 1cf00-1cf2d 1cf30-1cf46 1e030-1e06d 1e08f"
                    + " 1e2ae 1e4eb-1e4ef 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 1e6ff");

    private static final BitSet NOT_CASED = ranges("295");
    private static final BitSet NOT_IGNORABLE = ranges("1734 1171e");

    private CaseProperties() {}

    static boolean isCased(int point) {
        return (Character.isLowerCase(point)
                        || Character.isUpperCase(point)
                        || Character.isTitleCase(point)
                        || EcmaLowerCase.lower(point) != point
                        || CASED.get(point))
                && !NOT_CASED.get(point);
    }

    /** Marks, format characters, modifiers, and what may stand within a word. */
    static boolean isIgnorable(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.FORMAT,
                    Character.MODIFIER_LETTER,
                    Character.MODIFIER_SYMBOL -> !NOT_IGNORABLE.get(point);
            default -> standsWithinWords(point) || IGNORABLE.get(point);
        };
    }

    private static boolean standsWithinWords(int point) {
        return switch (point) {
            case '\'',
                    '.',
                    ':',
                    0xb7,
                    0x387,
                    0x55f,
                    0x5f4,
                    0x2018,
                    0x2019,
                    0x2024,
                    0x2027,
                    0xfe13,
                    0xfe52,
                    0xfe55,
                    0xff07,
                    0xff0e,
                    0xff1a -> true;
            default -> false;
        };
    }

    private static BitSet ranges(String text) {
        BitSet points = new BitSet();
        for (String range : text.split(" ", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(range, 0, dash < 0 ? range.length() : dash, 16);
            int last = dash < 0 ? first : Integer.parseInt(range, dash + 1, range.length(), 16);
            points.set(first, last + 1);
        }
        return points;
    }
}
