package io.idem4j.spring.boot;

import io.idem4j.spring.BoundOperations;
import io.idem4j.spring.Plans;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns of settings for a scope that nobody has: misspelled, or of a method that is gone. Of beans that are not made yet it is known
 * what the type says that their definition tells. No error, since such a bean may be of a subclass that has it, and the application may
 * read the settings for operations that it makes itself.
 */
final class UnknownScopes implements ApplicationListener<ContextRefreshedEvent> {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    private final ConfigurableApplicationContext context;
    private final Set<String> set;
    private final BoundOperations operations;
    private final Plans plans;

    UnknownScopes(
            ConfigurableApplicationContext context,
            IdempotencyProperties properties,
            BoundOperations operations,
            Plans plans) {
        this.context = context;
        this.set = properties.operations().keySet();
        this.operations = operations;
        this.plans = plans;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() != context) {
            return;
        }
        Set<String> known = operations.scopes();
        if (known.containsAll(set)) {
            return;
        }
        known.addAll(ofBeansToCome());
        set.stream()
                .filter(scope -> !known.contains(scope))
                .sorted()
                .forEach(scope -> LOG.log(
                        Level.WARNING,
                        "idem4j.operations.[" + scope
                                + "] sets nothing: no @Idempotent method or handler has that scope so"
                                + " far; there are " + known));
    }

    private Set<String> ofBeansToCome() {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        Set<String> scopes = new HashSet<>();
        for (String name : beans.getBeanDefinitionNames()) {
            scopes.addAll(ofBeanToCome(beans, name));
        }
        return scopes;
    }

    /** None where the class can't be read, as where it needs a library that is not there: a warning must not end the start. */
    private Set<String> ofBeanToCome(ConfigurableListableBeanFactory beans, String name) {
        try {
            Class<?> type = beans.containsSingleton(name) ? null : beans.getType(name, false);
            return type == null ? Set.of() : plans.scopes(type);
        } catch (RuntimeException | LinkageError unreadable) {
            return Set.of();
        }
    }
}
