package io.idem4j.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/** The container's, that records and sends the response before it is complete. */
record HeldAsync(AsyncContext context, Exchange exchange) implements AsyncContext {

    @Override
    public void complete() {
        exchange.finishAsync();
        context.complete();
    }

    @Override
    public void dispatch() {
        exchange.dispatching();
        context.dispatch();
    }

    @Override
    public void dispatch(String path) {
        exchange.dispatching();
        context.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext other, String path) {
        exchange.dispatching();
        context.dispatch(other, path);
    }

    @Override
    public ServletRequest getRequest() {
        return context.getRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return context.getResponse();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return context.hasOriginalRequestAndResponse();
    }

    @Override
    public void start(Runnable work) {
        context.start(work);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(listener);
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        context.addListener(listener, request, response);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.createListener(type);
    }

    @Override
    public void setTimeout(long millis) {
        context.setTimeout(millis);
    }

    @Override
    public long getTimeout() {
        return context.getTimeout();
    }
}
