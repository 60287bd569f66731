package io.idem4j.spring;

import java.util.Collections;
import java.util.List;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The servlet request that the current thread handles. */
final class CurrentRequest {
    /** Whether its classes are there. */
    static final boolean IS_POSSIBLE = isPresent("org.springframework.web.context.request.RequestContextHolder")
            && isPresent("jakarta.servlet.http.HttpServletRequest");

    private CurrentRequest() {}

    /** Empty: no such header, or no request. Only where {@link #IS_POSSIBLE}. */
    static List<String> header(String name) {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes servlet
                ? Collections.list(servlet.getRequest().getHeaders(name))
                : List.of();
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, CurrentRequest.class.getClassLoader());
    }
}
