package io.idem4j.spring.web;

import io.idem4j.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/**
 * Protects the requests that an annotated handler is going to handle. Map it for {@code REQUEST} and {@code ASYNC}, behind what
 * authenticates and what changes verbs or paths, before what reads bodies. Thread-safe.
 */
public final class IdempotentHandlerFilter implements Filter {
    /** Which handler the request was decided for: a {@code java.lang.reflect.Method}. */
    static final String DECIDED = IdempotentHandlerFilter.class.getName() + ".decided";

    private static final String CHOSEN = IdempotentHandlerFilter.class.getName() + ".chosen";

    private final IdempotentHandlers handlers;

    /** For the handlers of one context. */
    public IdempotentHandlerFilter(IdempotentHandlers handlers) {
        this.handlers = handlers;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(CHOSEN) instanceof IdempotencyFilter chosen) {
            chosen.doFilter(request, response, chain);
            return;
        }
        boolean first = request.getDispatcherType() == DispatcherType.REQUEST;
        HandlerRoute route = first && request instanceof HttpServletRequest asked && !Verbs.isSafe(asked.getMethod())
                ? handlers.lookup().find(asked)
                : null;
        if (route == null) {
            chain.doFilter(request, response);
            return;
        }
        IdempotencyFilter filter = handlers.filter(route);
        request.setAttribute(CHOSEN, filter);
        request.setAttribute(DECIDED, route.method());
        filter.doFilter(request, response, chain);
    }
}
