package io.idem4j.json;

/** Halves of a surrogate pair that stand alone: JSON allows them as escapes, UTF-8 has no bytes for them. */
final class Surrogates {
    private Surrogates() {}

    static boolean areLoneIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
