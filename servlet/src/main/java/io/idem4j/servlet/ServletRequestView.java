package io.idem4j.servlet;

import io.idem4j.http.RequestView;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A servlet request for the decisions. */
record ServletRequestView(HttpServletRequest request) implements RequestView {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        String rest = request.getPathInfo();
        String path = request.getServletPath() + (rest == null ? "" : rest);
        return path.isEmpty() ? "/" : path;
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public List<String> headers(String name) {
        return Collections.list(request.getHeaders(name));
    }

    @Override
    public @Nullable String principal() {
        Principal principal = request.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(request) ? Optional.of(type.cast(request)) : Optional.empty();
    }
}
