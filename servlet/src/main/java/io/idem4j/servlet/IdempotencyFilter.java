package io.idem4j.servlet;

import io.idem4j.Execution;
import io.idem4j.http.HttpDecision;
import io.idem4j.http.HttpIdempotency;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests idempotent that carry a key. Thread-safe. Put it behind the filter that authenticates, so that principals are
 * known, and before those that read the body. Map it for {@code REQUEST} and {@code ASYNC}, with asynchronous support, as {@link
 * #register} does.
 *
 * <p>The response of a first request is held back until it is recorded, up to the bound; then it is sent.
 */
public final class IdempotencyFilter implements Filter {
    private static final String EXCHANGE = Exchange.class.getName();

    private final HttpIdempotency http;
    private final @Nullable String errorPage;

    /** A filter that does as {@code http} decides. */
    public IdempotencyFilter(HttpIdempotency http) {
        this(Objects.requireNonNull(http, "http"), null);
    }

    private IdempotencyFilter(HttpIdempotency http, @Nullable String errorPage) {
        this.http = http;
        this.errorPage = errorPage;
    }

    /**
     * The same, that forwards to this path when the application calls {@code sendError}, with the attributes of an error
     * dispatch set, and records what the page answers. Without one such an error is answered as a problem document, since the
     * container's own page is made where no filter sees it.
     *
     * @param path below the application's root, starts with {@code /}
     */
    public IdempotencyFilter errorPage(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("errorPage: starts with /, such as /error");
        }
        return new IdempotencyFilter(http, path);
    }

    /** Adds it to a container that starts, for these URL patterns of the servlet specification. */
    public FilterRegistration.Dynamic register(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter(IdempotencyFilter.class.getName(), this);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), false, urlPatterns);
        return registration;
    }

    /** Of the request that is being handled, to abandon it or for downstream keys; empty where it is not idempotent (H-20). */
    public static Optional<Execution> execution(ServletRequest request) {
        return request.getAttribute(EXCHANGE) instanceof Exchange exchange
                ? Optional.of(exchange.execution())
                : Optional.empty();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            chain.doFilter(request, response);
            return;
        }
        if (request.getAttribute(EXCHANGE) instanceof Exchange exchange) {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                exchange.resume(asked, answer, chain);
            } else {
                chain.doFilter(request, response);
            }
            return;
        }
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            first(asked, answer, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void first(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpDecision decision = http.decide(new ServletRequestView(request));
        HttpServletRequest readable = request;
        if (decision instanceof HttpDecision.Guarded guarded) {
            RequestBody body = RequestBody.read(request, guarded);
            decision = body.decision();
            readable = body.request();
        }
        if (decision instanceof HttpDecision.Answered answered) {
            Answers.send(answered.answer(), response);
        } else if (decision instanceof HttpDecision.Running run) {
            Exchange exchange = new Exchange(run, response, errorPage);
            request.setAttribute(EXCHANGE, exchange);
            exchange.start(readable, chain);
        } else {
            chain.doFilter(readable, response);
        }
    }
}
