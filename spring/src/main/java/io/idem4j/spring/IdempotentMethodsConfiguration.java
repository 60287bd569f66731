package io.idem4j.spring;

import java.util.Objects;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** The advice around annotated methods. Nothing here asks for another bean before a proxy is called or all singletons are there. */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
class IdempotentMethodsConfiguration {
    private static final String HANDLER_SUPPORT = "io.idem4j.spring.web.IdempotentHandlers";

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Plans idempotentPlans(ConfigurableListableBeanFactory beans) {
        return new Plans(new PlanReader(
                new Expressions(beans), text -> Objects.requireNonNullElse(beans.resolveEmbeddedValue(text), "")));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static BoundOperations idempotentBoundOperations() {
        return new BoundOperations();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Operations idempotentOperations(ConfigurableListableBeanFactory beans, BoundOperations known) {
        return new Operations(beans, known);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static IdempotentAdvisor idempotentAdvisor(Plans plans, Operations operations) {
        return new IdempotentAdvisor(plans, operations);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static StartUpCheck idempotentStartUpCheck(
            Plans plans, Operations operations, IdempotentAdvisor advisor, ConfigurableListableBeanFactory beans) {
        return new StartUpCheck(beans, plans, operations, advisor, () -> hasHandlerSupport(beans));
    }

    private static boolean hasHandlerSupport(ConfigurableListableBeanFactory beans) {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type != null && type.getName().equals(HANDLER_SUPPORT)) {
                return true;
            }
        }
        return false;
    }
}
