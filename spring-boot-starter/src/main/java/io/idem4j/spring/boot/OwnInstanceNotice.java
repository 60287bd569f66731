package io.idem4j.spring.boot;

import io.idem4j.Idempotency;
import io.idem4j.IdempotencyListener;
import io.idem4j.spi.ResultCodec;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Warns, where the application makes its own {@link Idempotency}, of what is set for the one that is not made. */
final class OwnInstanceNotice implements SmartInitializingSingleton {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    private final ListableBeanFactory beans;
    private final IdempotencyProperties properties;

    OwnInstanceNotice(ListableBeanFactory beans, IdempotencyProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> set = new ArrayList<>();
        if (!properties.policy().equals(IdempotencyProperties.Policy.UNSET)) {
            set.add("idem4j.policy");
        }
        if (properties.claimedBy() != null) {
            set.add("idem4j.claimed-by");
        }
        if (properties.showKeys()) {
            set.add("idem4j.show-keys");
        }
        addBeans(set, IdempotencyListener.class);
        addBeans(set, ResultCodec.class);
        addBeans(set, IdempotencyCustomizer.class);
        if (!set.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "The application makes its own Idempotency, the bean " + String.join(", ", names(Idempotency.class))
                            + ". What follows is not given to it, and has no effect unless it takes it by itself: "
                            + String.join(", ", set)
                            + ". An IdempotencyCustomizer bean in its place changes the one that the starter makes of all these.");
        }
    }

    private void addBeans(List<String> set, Class<?> type) {
        List<String> names = names(type);
        names.remove(IdempotencyAutoConfiguration.CODEC);
        if (!names.isEmpty()) {
            set.add(type.getSimpleName() + " (" + String.join(", ", names) + ")");
        }
    }

    private List<String> names(Class<?> type) {
        List<String> names = new ArrayList<>(
                Arrays.asList(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false)));
        names.removeIf(ScopedProxyUtils::isScopedTarget);
        return names;
    }
}
