package io.idem4j.spring;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The caller by what is on the class path: Spring Security's authentication, else the request's principal. */
final class Callers {
    private static final ClassLoader LOADER = Callers.class.getClassLoader();
    private static final boolean SECURITY =
            ClassUtils.isPresent("org.springframework.security.core.context.SecurityContextHolder", LOADER);

    private Callers() {}

    static @Nullable String current() {
        String secured = SECURITY ? Secured.name() : null;
        return secured == null && CurrentRequest.IS_POSSIBLE ? Requested.name() : secured;
    }

    private static final class Secured {
        static @Nullable String name() {
            Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
            return authentication == null
                            || !authentication.isAuthenticated()
                            || authentication instanceof AnonymousAuthenticationToken
                    ? null
                    : authentication.getName();
        }
    }

    private static final class Requested {
        static @Nullable String name() {
            RequestAttributes attributes = RequestContextHolder.getRequestAttributes();
            Principal principal = attributes instanceof ServletRequestAttributes servlet
                    ? servlet.getRequest().getUserPrincipal()
                    : null;
            return principal == null ? null : principal.getName();
        }
    }
}
