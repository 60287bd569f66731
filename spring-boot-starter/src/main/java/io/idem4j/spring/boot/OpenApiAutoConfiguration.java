package io.idem4j.spring.boot;

import io.idem4j.spring.Plans;
import io.idem4j.spring.web.DocumentedHandlers;
import io.idem4j.spring.web.IdempotentHandlers;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The key's header and the filter's answers in the documents that springdoc makes. */
@AutoConfiguration(after = HandlersAutoConfiguration.class)
@ConditionalOnClass(GlobalOperationCustomizer.class)
@ConditionalOnBean(IdempotentHandlers.class)
public final class OpenApiAutoConfiguration {
    OpenApiAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DocumentedHandlers idempotentDocumentedHandlers(Plans plans, IdempotentHandlers handlers) {
        return new DocumentedHandlers(plans, handlers);
    }
}
