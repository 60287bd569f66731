package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Execution;
import io.idem4j.http.HttpDecision;
import io.idem4j.http.HttpIdempotency;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out what {@code io.idem4j.http} decides of requests that come as events. */
record ApiRequests<E, R>(
        HttpIdempotency idempotency,
        ApiFormat<E, R> format,
        ApiAction<? super E, ? extends R> action,
        Duration margin) {

    ApiRequests {
        Objects.requireNonNull(idempotency, "idempotency");
        Objects.requireNonNull(action, "action");
        Invocation.checked(margin);
    }

    static <E, R> ApiRequests<E, R> of(
            HttpIdempotency idempotency, ApiFormat<E, R> format, ApiAction<? super E, ? extends R> action) {
        return new ApiRequests<>(idempotency, format, action, Invocation.DEFAULT_MARGIN);
    }

    static <E, R> ApiRequests<E, R> of(
            HttpIdempotency idempotency, ApiFormat<E, R> format, EventAction<? super E, ? extends R> action) {
        Objects.requireNonNull(action, "action");
        return of(idempotency, format, (event, context, execution) -> action.run(event, context));
    }

    ApiRequests<E, R> margin(Duration changed) {
        return new ApiRequests<>(idempotency, format, action, changed);
    }

    R handle(E event, Context context) {
        HttpDecision decision = idempotency.decide(format.view(event, context, margin));
        if (decision instanceof HttpDecision.Guarded guarded) {
            decision = begin(guarded, event);
        }
        if (decision instanceof HttpDecision.Answered answered) {
            return format.response(event, answered.answer());
        }
        return decision instanceof HttpDecision.Running running
                ? run(running, event, context)
                : run(event, context, null);
    }

    private HttpDecision begin(HttpDecision.Guarded guarded, E event) {
        byte[] body;
        try {
            body = format.body(event);
        } catch (IllegalArgumentException e) {
            return new HttpDecision.Answered(guarded.incomplete());
        }
        return body.length > guarded.maxRequestBytes()
                ? new HttpDecision.Answered(guarded.tooLarge())
                : guarded.begin(body);
    }

    private R run(HttpDecision.Running running, E event, Context context) {
        R response;
        try {
            response = run(event, context, running.execution());
        } catch (Throwable e) {
            running.crash(e);
            throw e;
        }
        end(running, response);
        return response;
    }

    /** A response that makes no sense is the runtime's to refuse; it was given all the same. */
    private void end(HttpDecision.Running running, @Nullable R response) {
        try {
            format.respond(running, Objects.requireNonNull(response));
        } catch (RuntimeException e) {
            running.respond(0, Map.of(), null);
        }
    }

    private R run(E event, Context context, @Nullable Execution execution) {
        try {
            return action.run(event, context, execution);
        } catch (Throwable e) {
            throw GuardedAction.<RuntimeException>thrown(e);
        }
    }
}
