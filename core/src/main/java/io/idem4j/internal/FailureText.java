package io.idem4j.internal;

import org.jspecify.annotations.Nullable;

/** A stored failure's data: {@code {"type":…,"message":…}}, whatever the codec. */
record FailureText(String type, @Nullable String message) {
    private static final int LONGEST_MESSAGE = 4_000;

    static FailureText of(Throwable failure) {
        String message;
        try {
            message = failure.getMessage();
        } catch (Throwable e) {
            message = null;
        }
        return new FailureText(failure.getClass().getName(), shortened(message));
    }

    FailureText withoutMessage() {
        return new FailureText(type, null);
    }

    private static @Nullable String shortened(@Nullable String message) {
        if (message == null || message.length() <= LONGEST_MESSAGE) {
            return message;
        }
        boolean splitsPair = Character.isHighSurrogate(message.charAt(LONGEST_MESSAGE - 1));
        return message.substring(0, splitsPair ? LONGEST_MESSAGE - 1 : LONGEST_MESSAGE);
    }

    String toJson() {
        StringBuilder json = new StringBuilder("{\"type\":");
        string(json, type);
        json.append(",\"message\":");
        if (message == null) {
            json.append("null");
        } else {
            string(json, message);
        }
        return json.append('}').toString();
    }

    private static void string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /** Reads what {@link #toJson} wrote, with any white space and escapes; throws {@code IllegalArgumentException} else. */
    static FailureText parse(String json) {
        return new FailureReader(json).read();
    }
}
