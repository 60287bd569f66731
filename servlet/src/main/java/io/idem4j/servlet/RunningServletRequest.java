package io.idem4j.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request that runs under a claim: what it starts asynchronously ends the claim. */
final class RunningServletRequest extends HttpServletRequestWrapper {
    private final Exchange exchange;

    RunningServletRequest(HttpServletRequest request, Exchange exchange) {
        super(request);
        this.exchange = exchange;
    }

    @Override
    public AsyncContext startAsync() {
        return startAsync(this, exchange.response());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return exchange.started(getRequest().startAsync(request, response));
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new HeldAsync(getRequest().getAsyncContext(), exchange);
    }

    /** Jetty clears the buffer of its own response before a forward, and not that of a wrapper. */
    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String path) {
        RequestDispatcher dispatcher = getRequest().getRequestDispatcher(path);
        return dispatcher == null ? null : new Clearing(dispatcher, exchange.response());
    }

    private record Clearing(RequestDispatcher dispatcher, HeldResponse held) implements RequestDispatcher {
        @Override
        public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
            held.resetForForward();
            dispatcher.forward(request, response);
        }

        @Override
        public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
            dispatcher.include(request, response);
        }
    }
}
