package io.idem4j.servlet;

import io.idem4j.Execution;
import io.idem4j.http.HandlerTimeoutException;
import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpRun;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request from its claim to the end of its response, over however many dispatches and threads. Whoever comes first ends it:
 * the filter, when the chain has returned and nothing asynchronous is under way; {@code AsyncContext.complete()}; an exception;
 * or the container, when it gives up. The claim is ended first and the response sent then, so that a process that dies between
 * the two leaves a response that can be replayed.
 */
final class Exchange {
    private final HttpRun run;
    private final HeldResponse response;
    private final @Nullable String errorPage;
    private final AtomicBoolean finished = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private volatile boolean timedOut;
    private volatile boolean dispatching;

    Exchange(HttpRun run, HttpServletResponse response, @Nullable String errorPage) {
        this.run = run;
        this.response = new HeldResponse(response, run, () -> dispatching);
        this.errorPage = errorPage;
    }

    Execution execution() {
        return run.execution();
    }

    HeldResponse response() {
        return response;
    }

    void start(HttpServletRequest request, FilterChain chain) throws IOException, ServletException {
        RunningServletRequest running = new RunningServletRequest(request, this);
        go(running, response, chain);
    }

    /** A dispatch of an asynchronous request came back through the filter. */
    void resume(HttpServletRequest request, HttpServletResponse given, FilterChain chain)
            throws IOException, ServletException {
        dispatching = false;
        go(request, given, chain);
    }

    private void go(HttpServletRequest request, HttpServletResponse given, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, given);
        } catch (Throwable e) {
            crash(e);
            throw e;
        }
        if (!request.isAsyncStarted() && !dispatching) {
            if (response.hasError() && errorPage != null && !finished.get()) {
                forwardError(request, errorPage);
            }
            finish();
        }
    }

    private void forwardError(HttpServletRequest request, String page) throws IOException, ServletException {
        request.setAttribute(RequestDispatcher.ERROR_STATUS_CODE, response.errorStatus());
        request.setAttribute(RequestDispatcher.ERROR_MESSAGE, response.errorMessage());
        request.setAttribute(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        RequestDispatcher dispatcher = request.getRequestDispatcher(page);
        if (dispatcher == null) {
            return;
        }
        try {
            response.reopenForError();
            dispatcher.forward(request, response);
        } catch (Throwable e) {
            crash(e);
            throw e;
        }
    }

    private void crash(Throwable thrown) {
        if (finished.compareAndSet(false, true)) {
            if (response.isClientGone(thrown)) {
                response.record(run::respond);
            } else {
                response.discard();
                run.crash(thrown);
            }
        }
    }

    private void finish() throws IOException {
        if (finished.compareAndSet(false, true)) {
            try {
                if (response.hasError()) {
                    response.answerError(error());
                }
            } finally {
                response.record(timedOut ? run::respondAfterTimeout : run::respond);
            }
            response.send();
        }
    }

    /** What {@code sendError} said; a status that no response can end with is an error of the server. */
    private HttpAnswer error() {
        try {
            return HttpAnswer.ofError(response.errorStatus(), response.errorMessage());
        } catch (IllegalArgumentException e) {
            return HttpAnswer.ofError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, null);
        }
    }

    /** The application says that its response is complete. That its client is gone is the container's to notice. */
    void finishAsync() {
        try {
            finish();
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    AsyncContext started(AsyncContext context) {
        context.addListener(new Watch());
        return new HeldAsync(context, this);
    }

    /** From here on, until the filter is passed again, what is written passes by unseen if the filter is not mapped for it. */
    void dispatching() {
        dispatching = true;
    }

    private void abandonedByContainer() {
        if (finished.get()) {
            return;
        }
        Throwable thrown = failure.get();
        if (thrown == null && timedOut) {
            thrown = new HandlerTimeoutException();
        }
        if (thrown != null) {
            crash(thrown);
        } else {
            finishAsync();
        }
    }

    private final class Watch implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            abandonedByContainer();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            timedOut = true;
        }

        @Override
        public void onError(AsyncEvent event) {
            failure.compareAndSet(null, event.getThrowable());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // the request's own startAsync adds a listener
        }
    }
}
