package io.idem4j.spring.client;

import io.idem4j.client.Attempts;
import io.idem4j.client.ClientPolicy;
import io.idem4j.client.RetryListener.Retry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Gives each POST and PATCH of a {@code RestClient} or {@code RestTemplate} an {@code Idempotency-Key}, and sends it again with
 * the same key by the rules of {@link io.idem4j.client.IdempotentHttpClient}. A request that has the header keeps its key, whatever its
 * method; every other request passes as it is, once (C-07). Against a server that does not know the header each attempt may do
 * the operation.
 *
 * <p>Interceptors behind this one see each attempt, those before it one request and its answer. When nothing is left the caller gets
 * the last response as it is, or the last {@link IOException} with those before as suppressed ones.
 *
 * <p>An attempt under way ends with the timeouts of the request factory: set them, since {@link ClientPolicy#within} only
 * bounds what may still begin. An interrupted thread ends its attempt and makes no other: {@link InterruptedIOException}, with the
 * thread's mark still there. The beginning of a response is read before it is handed on, so that one lost half way is asked for
 * again; what is longer than 256 KB, and streams of events, are handed on as they come. Immutable and thread-safe.
 */
public final class IdempotencyKeyInterceptor implements ClientHttpRequestInterceptor {
    private static final Set<HttpMethod> WITH_EFFECT = Set.of(HttpMethod.POST, HttpMethod.PATCH);

    private final ClientPolicy policy;

    /** With the default settings. */
    public IdempotencyKeyInterceptor() {
        this(ClientPolicy.defaults());
    }

    /** With other settings than the default ones. */
    public IdempotencyKeyInterceptor(ClientPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        String key = key(request);
        if (key == null) {
            return execution.execute(request, body);
        }
        Attempts attempts = policy.begin(request.getMethod().name(), request.getURI(), key);
        IOException earlier = null;
        while (true) {
            Optional<Retry> again;
            try {
                ReadResponse response =
                        ReadResponse.of(execution.execute(new KeyedRequest(request, policy.header(), key), body));
                again = attempts.after(response);
                if (again.isEmpty()) {
                    return response;
                }
                response.close();
            } catch (IOException failure) {
                if (earlier != null && earlier != failure) {
                    failure.addSuppressed(earlier);
                }
                again = Thread.currentThread().isInterrupted() ? Optional.empty() : attempts.afterNoResponse();
                if (again.isEmpty()) {
                    throw failure;
                }
                earlier = failure;
            }
            pause(attempts, again.get(), earlier);
        }
    }

    private @Nullable String key(HttpRequest request) {
        String own = request.getHeaders().getFirst(policy.header());
        return own != null || !WITH_EFFECT.contains(request.getMethod()) ? own : policy.newKey();
    }

    private static void pause(Attempts attempts, Retry retry, @Nullable IOException earlier) throws IOException {
        try {
            attempts.pause(retry);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("interrupted before the request was sent again");
            interrupted.initCause(e);
            if (earlier != null) {
                interrupted.addSuppressed(earlier);
            }
            throw interrupted;
        }
    }
}
