package io.idem4j.http;

import java.net.URI;
import java.util.Locale;
import java.util.Map;

/** What can be wrong with an idempotent request. Clients tell problems by {@link #code()} or {@link #type()}, which stay. */
public enum ProblemCode {
    /** No key where one is required (H-02). */
    IDEMPOTENCY_KEY_MISSING(
            400, "Idempotency key missing", "Send a key: a new one with each request, the same one with its retries."),
    /** Several keys, or one that is no key (H-03). */
    INVALID_IDEMPOTENCY_KEY(
            400,
            "Invalid idempotency key",
            "Send one key of 1 to 255 visible ASCII characters, bare or as a quoted string."),
    /** The body is larger than the bound, so that it can't be compared (H-15). */
    IDEMPOTENCY_REQUEST_TOO_LARGE(
            413, "Request too large", "A request with a key has a bounded body. Nothing was done; send a smaller one."),
    /** The body ended early (H-15). */
    IDEMPOTENCY_REQUEST_INCOMPLETE(
            400,
            "Request incomplete",
            "The body could not be read to its end. Nothing was done; send the request again."),
    /** The first request has not ended (H-05). */
    IDEMPOTENCY_REQUEST_IN_PROGRESS(
            409, "Request in progress", "A request with this key is being handled. Ask again later with the same key."),
    /** The key was used for another request (H-07). */
    IDEMPOTENCY_KEY_PAYLOAD_MISMATCH(
            422,
            "Key used for another request",
            "This key belongs to a different request. Take a new key for a new request."),
    /** A first request vanished, and it is not known what it did (H-12). */
    IDEMPOTENCY_OUTCOME_UNKNOWN(
            409,
            "Outcome unknown",
            "It is not known what the first request with this key did. It is not done again; ask an operator."),
    /** It was done, and its response was not kept (H-13). */
    IDEMPOTENCY_RESULT_UNAVAILABLE(
            409,
            "Response not kept",
            "The request with this key was done and its response was not kept. It is not done again; look up what it did."),
    /** The store can't be reached (H-08). */
    IDEMPOTENCY_UNAVAILABLE(
            503, "Keys can't be checked now", "Nothing was done. Send the request again later with the same key."),
    /** The first request failed with an exception (H-09). */
    IDEMPOTENCY_EXECUTION_FAILED(
            500, "Request failed", "The request with this key failed. It is not done again under the same key."),
    /** The key could not be checked, and a repeat would not help: a hook, a setting or the store's table (H-16). */
    IDEMPOTENCY_CHECK_FAILED(
            500, "Key not checked", "The key could not be checked. Nothing was done; ask an operator.");

    private final int status;
    private final String title;
    private final String detail;

    ProblemCode(int status, String title, String detail) {
        this.status = status;
        this.title = title;
        this.detail = detail;
    }

    /** Such as {@code idempotency_key_missing}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Such as {@code urn:idem4j:problem:idempotency_key_missing}. */
    public URI type() {
        return URI.create("urn:idem4j:problem:" + code());
    }

    /** The problem as it is answered where nothing else is configured. */
    public HttpProblem problem() {
        return new HttpProblem(this, status, code(), type(), title, detail, null, Map.of());
    }
}
