package io.idem4j.examples.orders;

import io.idem4j.IdempotencyKey;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** Reads the {@code Idempotency-Key} of a request: bare, or quoted as a string of a structured field. */
final class KeyHeader {
    static final String NAME = "Idempotency-Key";
    static final String SCOPE = "orders.place";

    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private KeyHeader() {}

    /** Throws {@link Problem}: no key, several, or one that is no key. */
    static IdempotencyKey of(HttpHeaders headers) {
        List<String> values = headers.getOrEmpty(NAME);
        if (values.isEmpty()) {
            throw new Problem(
                    ProblemCode.IDEMPOTENCY_KEY_MISSING,
                    "Send an " + NAME + " header: a new one with each order, the same one with its retries.");
        }
        if (values.size() > 1) {
            throw new Problem(ProblemCode.INVALID_IDEMPOTENCY_KEY, "Send one " + NAME + " header, not several.");
        }
        String value = unquoted(values.get(0).strip());
        if (!VISIBLE.matcher(value).matches()) {
            throw new Problem(
                    ProblemCode.INVALID_IDEMPOTENCY_KEY,
                    NAME + " must have 1 to 255 visible ASCII characters, bare or in quotes.");
        }
        return IdempotencyKey.of(SCOPE, value);
    }

    /** Of a broken string nothing is left, so that it is refused. */
    private static String unquoted(String value) {
        if (!value.startsWith("\"")) {
            return value;
        }
        Matcher quoted = QUOTED.matcher(value);
        return quoted.matches() ? ESCAPED.matcher(quoted.group(1)).replaceAll("$1") : "";
    }
}
