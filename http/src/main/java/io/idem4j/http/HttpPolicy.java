package io.idem4j.http;

import io.idem4j.ConfigurationException;
import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.IdempotencyPolicy.OnFailure;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every choice that differs between endpoints: an immutable value, each setter returns a new one. A setter throws {@link
 * ConfigurationException} naming itself for a value that makes no sense. Hooks are called on the request's threads, many at a
 * time, and must be quick; what one leads to that throws, an error too, stands at each (H-16).
 */
public final class HttpPolicy {
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final List<String> KEPT = List.of(
            "Content-Type",
            "Content-Encoding",
            "Content-Language",
            "Content-Disposition",
            "Location",
            "ETag",
            "Last-Modified",
            "Cache-Control",
            "Link");

    private final Draft set;

    private HttpPolicy(Draft set) {
        this.set = set;
    }

    /**
     * Every answer is kept, also 500, which may follow an effect; save those that say "not yet" or "not you": 401, 403, 408,
     * 425, 429, 503 (H-10). The default.
     */
    public static HttpPolicy storeFinalAnswers() {
        return new HttpPolicy(new Draft());
    }

    /**
     * As {@link #storeFinalAnswers()}, but after a 5xx or an exception the next request runs again, as for handlers whose
     * failure undoes what they did. With a recovery or {@code maxAttempts(1)} the claim is kept instead, since a failure does not
     * show that nothing happened (E-02).
     */
    public static HttpPolicy retryServerErrors() {
        return storeFinalAnswers().change(draft -> draft.retriesServerErrors = true);
    }

    /** Methods that are looked at; default POST and PATCH; any other passes through. */
    public HttpPolicy methods(String... methods) {
        for (String method : methods) {
            requireToken("methods", method);
        }
        if (methods.length == 0) {
            throw new ConfigurationException("methods", "must name at least one", null);
        }
        return change(draft -> draft.methods = Set.of(methods));
    }

    /** Name of the header that holds the key; default {@code Idempotency-Key}. */
    public HttpPolicy header(String name) {
        requireToken("header", name);
        return change(draft -> draft.header = name);
    }

    /** Whether a request without a key is refused (H-02); default false: it passes through (H-01). */
    public HttpPolicy required(boolean required) {
        return change(draft -> draft.required = required);
    }

    /**
     * Who calls; null: nobody is known, and all such callers share their keys. Default: {@link RequestView#principal()}. Set it
     * where callers are told apart behind the filter. One that throws, or answers blank text: 500, nothing runs.
     */
    public HttpPolicy principal(Function<? super RequestView, @Nullable String> principal) {
        Objects.requireNonNull(principal, "principal");
        return change(draft -> draft.principal = principal);
    }

    /** The same where {@link #principal(Function)} was not called, else unchanged: for whoever knows better than the request. */
    public HttpPolicy principalUnlessSet(Function<? super RequestView, @Nullable String> principal) {
        return set.principal == null ? principal(principal) : this;
    }

    /**
     * The operation's name; default: method and route, such as {@code POST /orders/{id}}. One that throws, or answers more than
     * 120 characters: 500, nothing runs.
     */
    public HttpPolicy scope(Function<? super RequestView, String> scope) {
        Objects.requireNonNull(scope, "scope");
        return change(draft -> draft.scope = scope);
    }

    /**
     * What must not change under one key, of the request and its body; null: nothing is compared. Default: method, path, query
     * and body, a JSON body by its canonical text. Of a multipart body it gets the parts one after the other, without the
     * boundary between them. One that throws: 500, nothing runs.
     */
    public HttpPolicy fingerprint(BiFunction<? super RequestView, byte[], @Nullable Fingerprint> fingerprint) {
        Objects.requireNonNull(fingerprint, "fingerprint");
        return change(draft -> draft.fingerprint = fingerprint);
    }

    /** Headers that are kept beside the default ones; {@code Set-Cookie} and those of one connection can't be. */
    public HttpPolicy storedHeaders(String... names) {
        TreeSet<String> kept = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        kept.addAll(set.storedHeaders);
        for (String name : names) {
            requireToken("storedHeaders", name);
            if (!StoredResponse.mayKeep(name)) {
                throw new ConfigurationException(
                        "storedHeaders", name + " belongs to one client or connection and is never kept", null);
            }
            kept.add(name);
        }
        return change(draft -> draft.storedHeaders = kept);
    }

    /**
     * What is kept of a response, for example without personal data; the first caller still gets all of it. One that throws or
     * answers null: only the status is kept, and duplicates get 409 {@code idempotency_result_unavailable}.
     */
    public HttpPolicy keep(UnaryOperator<StoredResponse> filter) {
        Objects.requireNonNull(filter, "keep");
        return change(draft -> draft.keep = filter);
    }

    /** Makes the answer for a duplicate of what was kept. One that throws or answers null: 500; the handler does not run. */
    public HttpPolicy onReplay(BiFunction<? super StoredResponse, ? super StoredRecord, HttpAnswer> replay) {
        Objects.requireNonNull(replay, "onReplay");
        return change(draft -> draft.onReplay = replay);
    }

    /** Name of the header that marks a replay with {@code true}; default {@code Idempotent-Replayed}. */
    public HttpPolicy replayedHeader(String name) {
        requireToken("replayedHeader", name);
        return change(draft -> draft.replayedHeader = name);
    }

    /** How problems are written; default {@link ErrorRenderer#problemJson()}, which also replaces one that throws. */
    public HttpPolicy renderer(ErrorRenderer renderer) {
        Objects.requireNonNull(renderer, "renderer");
        return change(draft -> draft.renderer = renderer);
    }

    /** Changes one problem: its status, code, text or metadata. A change that throws is left out. */
    public HttpPolicy problem(ProblemCode kind, UnaryOperator<HttpProblem> change) {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(change, "change");
        Map<ProblemCode, UnaryOperator<HttpProblem>> changes = new EnumMap<>(ProblemCode.class);
        changes.putAll(set.problems);
        changes.put(kind, change);
        return change(draft -> draft.problems = Map.copyOf(changes));
    }

    /**
     * What becomes of a claim when the handler answers with this status; null: as the preset says. One that throws: the answer
     * is kept.
     */
    public HttpPolicy onStatus(IntFunction<@Nullable OnFailure> rule) {
        Objects.requireNonNull(rule, "onStatus");
        return change(draft -> draft.onStatus = rule);
    }

    /**
     * Changes what is stored for duplicates when the handler throws. One that throws: the unchanged problem is stored. Whether
     * anything is stored says {@link IdempotencyPolicy#onFailure}; where that is not set, the preset. Where a timeout of the server
     * ended the request, both are asked about a {@link HandlerTimeoutException}.
     */
    public HttpPolicy crashAnswer(BiFunction<? super Throwable, HttpProblem, HttpProblem> answer) {
        Objects.requireNonNull(answer, "crashAnswer");
        return change(draft -> draft.crashAnswer = answer);
    }

    /** The longest {@code Retry-After}, whole seconds, at least one; default 5 s. */
    public HttpPolicy retryAfterAtMost(Duration longest) {
        long seconds = longest.toSeconds();
        if (seconds < 1) {
            throw new ConfigurationException("retryAfterAtMost", "must be at least one second, is " + longest, null);
        }
        return change(draft -> draft.retryAfterAtMost = seconds);
    }

    /** The longest body that a request with a key may have; default 1 MB; longer: 413 (H-15). */
    public HttpPolicy maxRequestBytes(int bytes) {
        if (bytes < 0) {
            throw new ConfigurationException("maxRequestBytes", "must not be negative, is " + bytes, null);
        }
        return change(draft -> draft.maxRequestBytes = bytes);
    }

    /** The longest body that is kept; default 256 KB; longer: sent in full, kept without body (H-13). */
    public HttpPolicy maxResponseBytes(int bytes) {
        if (bytes < 0) {
            throw new ConfigurationException("maxResponseBytes", "must not be negative, is " + bytes, null);
        }
        return change(draft -> draft.maxResponseBytes = bytes);
    }

    /** Changes the engine's policy: lease, retention, waiting, attempts. */
    public HttpPolicy idempotency(UnaryOperator<IdempotencyPolicy> change) {
        Objects.requireNonNull(change, "idempotency");
        UnaryOperator<IdempotencyPolicy> before = set.idempotency;
        return change(draft -> draft.idempotency = policy -> change.apply(before.apply(policy)));
    }

    /** Asks the outside world what a lapsed request did, before it runs again (E-09); what it throws counts as unknown. */
    public HttpPolicy recover(
            BiFunction<? super RequestView, ? super StoredRecord, Recovered<StoredResponse>> recovery) {
        Objects.requireNonNull(recovery, "recover");
        return change(draft -> draft.recovery = recovery);
    }

    private static void requireToken(String property, String name) {
        if (!TOKEN.matcher(name).matches()) {
            throw new ConfigurationException(
                    property, "must be a name as HTTP has them, letters, digits and dashes for example", null);
        }
    }

    Set<String> methods() {
        return set.methods;
    }

    /** Name of the header that holds the key. */
    public String header() {
        return set.header;
    }

    /** Whether a request without a key is refused. */
    public boolean required() {
        return set.required;
    }

    /**
     * A problem as clients get it: what {@link #problem(ProblemCode, UnaryOperator)} makes of the usual one. For documents about
     * an endpoint.
     */
    public HttpProblem shown(ProblemCode kind) {
        return changed(kind.problem());
    }

    /** A change that throws, or makes nothing of it, is left out. */
    HttpProblem changed(HttpProblem problem) {
        try {
            return Objects.requireNonNull(
                    set.problems
                            .getOrDefault(problem.kind(), UnaryOperator.identity())
                            .apply(problem),
                    "the changed problem");
        } catch (Throwable e) {
            Log.hookFailed("problem", "the problem is answered unchanged", e);
            return problem;
        }
    }

    Function<? super RequestView, @Nullable String> principal() {
        return set.principal == null ? RequestView::principal : set.principal;
    }

    @Nullable Function<? super RequestView, String> scope() {
        return set.scope;
    }

    BiFunction<? super RequestView, byte[], @Nullable Fingerprint> fingerprint() {
        return set.fingerprint;
    }

    Set<String> storedHeaders() {
        return set.storedHeaders;
    }

    UnaryOperator<StoredResponse> keep() {
        return set.keep;
    }

    @Nullable BiFunction<? super StoredResponse, ? super StoredRecord, HttpAnswer> onReplay() {
        return set.onReplay;
    }

    String replayedHeader() {
        return set.replayedHeader;
    }

    ErrorRenderer renderer() {
        return set.renderer;
    }

    IntFunction<@Nullable OnFailure> onStatus() {
        return set.onStatus;
    }

    BiFunction<? super Throwable, HttpProblem, HttpProblem> crashAnswer() {
        return set.crashAnswer;
    }

    boolean retriesServerErrors() {
        return set.retriesServerErrors;
    }

    long retryAfterAtMost() {
        return set.retryAfterAtMost;
    }

    int maxRequestBytes() {
        return set.maxRequestBytes;
    }

    int maxResponseBytes() {
        return set.maxResponseBytes;
    }

    UnaryOperator<IdempotencyPolicy> idempotency() {
        return set.idempotency;
    }

    @Nullable BiFunction<? super RequestView, ? super StoredRecord, Recovered<StoredResponse>> recovery() {
        return set.recovery;
    }

    private HttpPolicy change(Consumer<Draft> change) {
        Draft draft = new Draft(set);
        change.accept(draft);
        return new HttpPolicy(draft);
    }

    /** Never changed once a policy has it. */
    private static final class Draft {
        private static final int MEGABYTE = 1024 * 1024;
        private static final int QUARTER = 256 * 1024;
        private static final long RETRY_AFTER = 5;

        Set<String> methods = Set.of("POST", "PATCH");
        String header = "Idempotency-Key";
        boolean required;

        @Nullable Function<? super RequestView, @Nullable String> principal;

        @Nullable Function<? super RequestView, String> scope;

        BiFunction<? super RequestView, byte[], @Nullable Fingerprint> fingerprint = RequestFingerprint::of;
        Set<String> storedHeaders = insensitive(KEPT);
        UnaryOperator<StoredResponse> keep = UnaryOperator.identity();

        @Nullable BiFunction<? super StoredResponse, ? super StoredRecord, HttpAnswer> onReplay;

        String replayedHeader = "Idempotent-Replayed";
        ErrorRenderer renderer = ErrorRenderer.problemJson();
        Map<ProblemCode, UnaryOperator<HttpProblem>> problems = Map.of();
        IntFunction<@Nullable OnFailure> onStatus = status -> null;
        BiFunction<? super Throwable, HttpProblem, HttpProblem> crashAnswer = (failure, problem) -> problem;
        boolean retriesServerErrors;
        long retryAfterAtMost = RETRY_AFTER;
        int maxRequestBytes = MEGABYTE;
        int maxResponseBytes = QUARTER;
        UnaryOperator<IdempotencyPolicy> idempotency = UnaryOperator.identity();

        @Nullable BiFunction<? super RequestView, ? super StoredRecord, Recovered<StoredResponse>> recovery;

        Draft() {}

        Draft(Draft from) {
            methods = from.methods;
            header = from.header;
            required = from.required;
            principal = from.principal;
            scope = from.scope;
            fingerprint = from.fingerprint;
            storedHeaders = from.storedHeaders;
            keep = from.keep;
            onReplay = from.onReplay;
            replayedHeader = from.replayedHeader;
            renderer = from.renderer;
            problems = from.problems;
            onStatus = from.onStatus;
            crashAnswer = from.crashAnswer;
            retriesServerErrors = from.retriesServerErrors;
            retryAfterAtMost = from.retryAfterAtMost;
            maxRequestBytes = from.maxRequestBytes;
            maxResponseBytes = from.maxResponseBytes;
            idempotency = from.idempotency;
            recovery = from.recovery;
        }

        private static Set<String> insensitive(List<String> names) {
            Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            all.addAll(names);
            return all;
        }
    }
}
