package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.spring.Plans;
import io.idem4j.spring.web.IdempotentHandlerFilter;
import io.idem4j.spring.web.IdempotentHandlers;
import io.idem4j.spring.web.UnprotectedRequestGuard;
import jakarta.servlet.DispatcherType;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The annotation on request handlers of Spring MVC. */
@AutoConfiguration(
        after = IdempotencyAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration",
            "org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({WebMvcConfigurer.class, DispatcherServletPath.class})
@ConditionalOnBooleanProperty(name = "idem4j.enabled", matchIfMissing = true)
@ConditionalOnBean(Idempotency.class)
@EnableConfigurationProperties(HttpProperties.class)
public final class HandlersAutoConfiguration {
    HandlersAutoConfiguration() {}

    /** Whoever asks for an {@code HttpPolicy} by type and has one of his own means that one. */
    @Bean(IdempotentHandlers.POLICY)
    @Fallback
    @ConditionalOnMissingBean(name = IdempotentHandlers.POLICY)
    HttpPolicy idempotencyHttpPolicy(HttpProperties properties) {
        return properties.policy();
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotentHandlers idempotentHandlers(Plans plans, ListableBeanFactory beans, Environment environment) {
        return new IdempotentHandlers(plans, beans, errorPage(beans, environment));
    }

    /** Where Boot's own error page is, below whatever the dispatcher servlet is mapped to. */
    private static @Nullable String errorPage(ListableBeanFactory beans, Environment environment) {
        if (beans.getBeanNamesForType(ErrorController.class, true, false).length == 0) {
            return null;
        }
        String path = environment.getProperty("spring.web.error.path", environment.getProperty("error.path", "/error"));
        DispatcherServletPath servlet =
                beans.getBeanProvider(DispatcherServletPath.class).getIfUnique();
        return servlet == null ? path : servlet.getRelativePath(path);
    }

    @Bean
    @ConditionalOnMissingBean(name = "idempotentHandlerFilter")
    FilterRegistrationBean<IdempotentHandlerFilter> idempotentHandlerFilter(
            IdempotentHandlers handlers, HttpProperties properties) {
        FilterRegistrationBean<IdempotentHandlerFilter> registration =
                new FilterRegistrationBean<>(new IdempotentHandlerFilter(handlers));
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        registration.setOrder(properties.filterOrder());
        return registration;
    }

    @Bean
    WebMvcConfigurer unprotectedRequestGuard(Plans plans) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new UnprotectedRequestGuard(plans)).order(Ordered.HIGHEST_PRECEDENCE);
            }
        };
    }
}
