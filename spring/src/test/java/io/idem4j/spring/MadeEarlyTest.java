package io.idem4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.tck.Clause;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/** A bean that Spring itself is built from is made before there are proxies. */
class MadeEarlyTest {
    static class Needed {
        @Idempotent(scope = "a", key = "#p0")
        public void go(String id) {}
    }

    static class First implements BeanPostProcessor, BeanFactoryAware, PriorityOrdered {
        @Override
        public void setBeanFactory(BeanFactory beans) {
            beans.getBean(Needed.class);
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }

    static class Second implements BeanPostProcessor, Ordered {
        Second(Needed needed) {}

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {First.class, Second.class})
    @Clause("A-09")
    void a_bean_that_is_made_before_proxies_are_is_an_error_at_the_start(Class<?> early) {
        assertThatThrownBy(() -> Contexts.of(Needed.class, early))
                .hasStackTraceContaining("made before others can be")
                .hasStackTraceContaining(Needed.class.getName() + ".go");
    }

    /** As Spring's own test support does it: a definition that says for which field, and an object beside it. */
    static class Doubles implements BeanFactoryPostProcessor {
        static @Nullable Needed field;

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
            RootBeanDefinition definition = new RootBeanDefinition(Needed.class);
            definition.setQualifiedElement(Doubles.class.getDeclaredFields()[0]);
            ((BeanDefinitionRegistry) beans).registerBeanDefinition("needed", definition);
            beans.registerSingleton("needed", new Needed());
        }
    }

    @Test
    @Clause("A-09")
    void a_double_that_a_test_puts_in_a_bean_s_place_is_let_alone() {
        try (AnnotationConfigApplicationContext context = Contexts.of(Doubles.class)) {
            assertThat(context.getBean(Needed.class).getClass()).isEqualTo(Needed.class);
        }
    }
}
