package io.idem4j;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What a key may hold, and how its parts become one string. */
final class KeyRules {
    private static final int MAX_SCOPE = 120;
    private static final int MAX_PART = 255;
    private static final int MAX_BYTES = 1_000;

    private KeyRules() {}

    static void parts(String scope, String principal, String value) {
        part("scope", scope, MAX_SCOPE);
        part("principal", principal, MAX_PART);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("value: must not be blank");
        }
        part("value", value, MAX_PART);
        bytes("scope, principal and value together", utf8(scope) + utf8(principal) + utf8(value));
    }

    static void id(String id) {
        Objects.requireNonNull(id, "id");
        if (id.isEmpty()) {
            throw new IllegalArgumentException("id: must not be empty");
        }
        noLoneSurrogates("id", id);
        bytes("id", utf8(id));
    }

    private static void part(String name, String text, int max) {
        int length = text.codePointCount(0, text.length());
        if (length > max) {
            throw new IllegalArgumentException(
                    name + ": has " + length + " characters, at most " + max + " are allowed; use a hash of it");
        }
        noLoneSurrogates(name, text);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(name + ": has a control character at index " + i);
            }
        }
    }

    private static void noLoneSurrogates(String name, String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(name + ": has a lone surrogate at index " + i);
            }
        }
    }

    private static void bytes(String what, int bytes) {
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    what + ": " + bytes + " UTF-8 bytes, at most " + MAX_BYTES + " are allowed; use a hash");
        }
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static String join(String scope, String principal, String value) {
        if (principal.isEmpty()) {
            return scope.isEmpty() ? escape(value) : escape(scope) + '#' + escape(value);
        }
        return escape(scope) + '#' + escape(principal) + '#' + escape(value);
    }

    private static String escape(String part) {
        return part.indexOf('%') < 0 && part.indexOf('#') < 0
                ? part
                : part.replace("%", "%25").replace("#", "%23");
    }

    /** Scope and the first eight digits of a hash of the whole: enough to follow one key through a log. */
    static String label(String scope, String principal, String value) {
        String hash = Sha256.hex(join(scope, principal, value).getBytes(StandardCharsets.UTF_8))
                .substring(0, 8);
        return scope.isEmpty() ? "~" + hash : scope + "~" + hash;
    }
}
