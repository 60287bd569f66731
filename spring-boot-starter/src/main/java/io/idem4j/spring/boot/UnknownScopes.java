package io.idem4j.spring.boot;

import io.idem4j.spring.BoundOperations;
import java.lang.System.Logger.Level;
import java.util.Set;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns of settings for a scope that nobody has: misspelled, or of a method that is gone. No error, since a lazy bean may come to
 * have it, and the application may read the settings for operations that it makes itself.
 */
final class UnknownScopes implements ApplicationListener<ContextRefreshedEvent> {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    private final ApplicationContext context;
    private final Set<String> set;
    private final BoundOperations operations;

    UnknownScopes(ApplicationContext context, IdempotencyProperties properties, BoundOperations operations) {
        this.context = context;
        this.set = properties.operations().keySet();
        this.operations = operations;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() != context) {
            return;
        }
        Set<String> known = operations.scopes();
        set.stream()
                .filter(scope -> !known.contains(scope))
                .sorted()
                .forEach(scope -> LOG.log(
                        Level.WARNING,
                        "idem4j.operations.[" + scope
                                + "] sets nothing: no @Idempotent method or handler has that scope so"
                                + " far; there are " + known));
    }
}
