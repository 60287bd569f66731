package io.idem4j.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a response, in the shape that API Gateway's proxy integration has for responses. Immutable; {@link
 * #toString()} shows the status only.
 *
 * @param statusCode 200 to 999
 * @param headers those with one value
 * @param multiValueHeaders those with several, in order
 * @param body as text, or Base64 where it is not UTF-8; empty: it was empty; null: it was not kept (H-13)
 * @param isBase64Encoded whether {@code body} is Base64
 */
public record StoredResponse(
        int statusCode,
        Map<String, String> headers,
        Map<String, List<String>> multiValueHeaders,
        @Nullable String body,
        boolean isBase64Encoded) {
    /** Tied to one connection or one client: never kept, whatever is configured (H-14). */
    private static final Set<String> NEVER = Set.of(
            "set-cookie",
            "set-cookie2",
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "date");

    /** Copies; throws {@code IllegalArgumentException} naming the status if it is no final one. */
    public StoredResponse {
        Statuses.check(statusCode);
        headers = headers == null ? Map.of() : Collections.unmodifiableMap(kept(headers));
        Map<String, List<String>> several = new LinkedHashMap<>();
        kept(multiValueHeaders == null ? Map.<String, List<String>>of() : multiValueHeaders)
                .forEach((name, values) -> several.put(name, List.copyOf(values)));
        multiValueHeaders = Collections.unmodifiableMap(several);
    }

    private static <V> Map<String, V> kept(Map<String, V> all) {
        Map<String, V> kept = new LinkedHashMap<>(all);
        kept.keySet().removeIf(name -> !mayKeep(name));
        return kept;
    }

    /** False for {@code Set-Cookie} and for headers of one connection. */
    static boolean mayKeep(String name) {
        return !NEVER.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Of a response with all of these headers, save those that are never kept.
     *
     * @param body its bytes as sent; null: not kept
     */
    public static StoredResponse of(int status, Map<String, List<String>> headers, byte @Nullable [] body) {
        Map<String, String> single = new LinkedHashMap<>();
        Map<String, List<String>> several = new LinkedHashMap<>();
        headers.forEach((name, values) -> {
            if (values.size() == 1) {
                single.put(name, values.get(0));
            } else if (!values.isEmpty()) {
                several.put(name, values);
            }
        });
        if (body == null) {
            return new StoredResponse(status, single, several, null, false);
        }
        String text = text(body);
        return text != null
                ? new StoredResponse(status, single, several, text, false)
                : new StoredResponse(
                        status, single, several, Base64.getEncoder().encodeToString(body), true);
    }

    /** Null if the bytes are no UTF-8, so that they would not come back. */
    private static @Nullable String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Whether the body was kept, so that the response can be sent again. */
    public boolean hasBody() {
        return body != null;
    }

    /** The body's bytes as they were sent; {@code IllegalStateException} if it was not kept. */
    public byte[] bodyBytes() {
        if (body == null) {
            throw new IllegalStateException("the body was not kept");
        }
        return isBase64Encoded ? Base64.getDecoder().decode(body) : body.getBytes(StandardCharsets.UTF_8);
    }

    /** Every header with its values, by name without regard to case. */
    public Map<String, List<String>> allHeaders() {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        multiValueHeaders.forEach((name, values) -> all.merge(name, values, StoredResponse::joined));
        return all;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return List.copyOf(both);
    }

    /** The same without its body: duplicates are told that it was not kept. */
    public StoredResponse withoutBody() {
        return new StoredResponse(statusCode, headers, multiValueHeaders, null, false);
    }

    /** The same without a header, whatever the case of its name. */
    public StoredResponse without(String header) {
        Objects.requireNonNull(header, "header");
        Map<String, List<String>> rest = allHeaders();
        rest.remove(header);
        return of(statusCode, rest, body == null ? null : bodyBytes());
    }

    @Override
    public String toString() {
        return "StoredResponse[statusCode=" + statusCode + "]";
    }
}
