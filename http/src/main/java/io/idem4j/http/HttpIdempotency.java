package io.idem4j.http;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Decides what is done with requests. Immutable and thread-safe; one for an application and its adapter. */
public final class HttpIdempotency {
    private final List<Endpoint> endpoints;

    private HttpIdempotency(List<Endpoint> endpoints) {
        this.endpoints = endpoints;
    }

    /** Starts a configuration; without an endpoint it is for every path. */
    public static Builder builder(Idempotency idempotency) {
        return new Builder(Objects.requireNonNull(idempotency, "idempotency"));
    }

    /** For every path, with the defaults. */
    public static HttpIdempotency of(Idempotency idempotency) {
        return builder(idempotency).build();
    }

    /** What to do with this request; never throws, touches no store: {@code PassThrough}, {@code Answered} or {@code Guarded}. */
    public HttpDecision decide(RequestView request) {
        for (Endpoint endpoint : endpoints) {
            if (endpoint.matches(request)) {
                return endpoint.decide(request);
            }
        }
        return new HttpDecision.PassThrough();
    }

    /** Settings of an {@link HttpIdempotency}. Not thread-safe. */
    public static final class Builder {
        private final Idempotency idempotency;
        private final List<Route> routes = new ArrayList<>();
        private HttpPolicy base = HttpPolicy.storeFinalAnswers();

        private record Route(String pattern, UnaryOperator<HttpPolicy> change) {}

        private Builder(Idempotency idempotency) {
            this.idempotency = idempotency;
        }

        /** What every endpoint starts from; default {@link HttpPolicy#storeFinalAnswers()}. */
        public Builder policy(HttpPolicy policy) {
            base = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** Requests to this path, with the policy as it is. */
        public Builder endpoint(String pattern) {
            return endpoint(pattern, UnaryOperator.identity());
        }

        /**
         * Requests to this path: {@code /orders/{id}/lines}, {@code /orders/*}, {@code /api/**}. The first endpoint whose pattern and
         * methods fit is taken; requests that fit none pass through. The pattern is part of the default scope, so that changing
         * it lets go of the keys used so far.
         */
        public Builder endpoint(String pattern, UnaryOperator<HttpPolicy> change) {
            routes.add(new Route(Objects.requireNonNull(pattern, "pattern"), Objects.requireNonNull(change, "change")));
            return this;
        }

        /** Throws {@link ConfigurationException} naming the setting that is wrong. */
        public HttpIdempotency build() {
            List<Route> all = routes.isEmpty() ? List.of(new Route("/**", UnaryOperator.identity())) : routes;
            List<Endpoint> built = new ArrayList<>();
            for (Route route : all) {
                HttpPolicy policy = Objects.requireNonNull(route.change().apply(base), "policy");
                Endpoint endpoint = new Endpoint(idempotency, new PathPattern(route.pattern()), policy);
                endpoint.check();
                built.add(endpoint);
            }
            return new HttpIdempotency(List.copyOf(built));
        }
    }
}
