package io.idem4j.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Hands on changes of status and headers until the response counts as committed; then they are ignored, as the specification has it. */
abstract class ChangingResponse extends HttpServletResponseWrapper {
    private static final String TOMCAT = "org.apache.catalina.connector.";

    final HttpServletResponse response;

    ChangingResponse(HttpServletResponse response) {
        super(seenBelow(response));
        this.response = response;
    }

    /**
     * What containers see when they look through this wrapper. After a forward Tomcat suspends its response wherever it finds it, and
     * what was held back could not be sent any more; where it does not find it, it closes the wrapper, and that is seen here. Jetty
     * on the other hand includes only where it finds its own.
     */
    private static HttpServletResponse seenBelow(HttpServletResponse response) {
        ServletResponse lowest = response;
        while (lowest instanceof ServletResponseWrapper wrapper) {
            lowest = wrapper.getResponse();
        }
        if (!lowest.getClass().getName().startsWith(TOMCAT)) {
            return response;
        }
        return (HttpServletResponse) Proxy.newProxyInstance(
                ChangingResponse.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> handedOn(response, method, arguments));
    }

    private static @Nullable Object handedOn(HttpServletResponse response, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(response, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!isCommitted()) {
            response.addCookie(cookie);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        if (!isCommitted()) {
            response.setDateHeader(name, date);
        }
    }

    @Override
    public void addDateHeader(String name, long date) {
        if (!isCommitted()) {
            response.addDateHeader(name, date);
        }
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (!isCommitted()) {
            response.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (!isCommitted()) {
            response.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (!isCommitted()) {
            response.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (!isCommitted()) {
            response.addIntHeader(name, value);
        }
    }

    @Override
    public void setStatus(int status) {
        if (!isCommitted()) {
            response.setStatus(status);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {
        if (!isCommitted()) {
            response.setCharacterEncoding(encoding);
        }
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        if (!isCommitted()) {
            response.setContentLengthLong(length);
        }
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (!isCommitted()) {
            response.setContentType(type);
        }
    }

    @Override
    public void setBufferSize(int size) {
        // what is held back has a bound of its own
    }

    @Override
    public void setLocale(Locale locale) {
        if (!isCommitted()) {
            response.setLocale(locale);
        }
    }
}
