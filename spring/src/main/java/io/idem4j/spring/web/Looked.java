package io.idem4j.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that a handler mapping may look at: what it leaves in attributes stays here. Used by one thread. */
final class Looked extends HttpServletRequestWrapper {
    private final Map<String, @Nullable Object> own = new HashMap<>();

    Looked(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return own.containsKey(name) ? own.get(name) : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        own.put(name, value);
    }

    @Override
    public void removeAttribute(String name) {
        own.put(name, null);
    }
}
