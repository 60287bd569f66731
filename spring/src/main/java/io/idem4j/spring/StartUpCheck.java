package io.idem4j.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;

/**
 * Refuses beans whose annotations would do nothing: a method that no proxy can get in front of, a bean that came too early to be
 * proxied, a request handler where no filter is. What is left is bound once all singletons are there, so that contradictions with
 * the store or the settings show at the start, not at the first call.
 */
final class StartUpCheck implements SmartInstantiationAwareBeanPostProcessor, SmartInitializingSingleton, Ordered {
    private final ConfigurableListableBeanFactory beans;
    private final Plans plans;
    private final Operations operations;
    private final IdempotentAdvisor advisor;
    private final HandlerSupport handlers;
    private final Set<String> givenEarly = ConcurrentHashMap.newKeySet();
    private final Set<Class<?>> without = ConcurrentHashMap.newKeySet();
    private final Queue<MethodPlan> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean started;

    /** Whether request handlers are protected in this context. */
    interface HandlerSupport {
        boolean isThere();
    }

    StartUpCheck(
            ConfigurableListableBeanFactory beans,
            Plans plans,
            Operations operations,
            IdempotentAdvisor advisor,
            HandlerSupport handlers) {
        this.beans = beans;
        this.plans = plans;
        this.operations = operations;
        this.advisor = advisor;
        this.handlers = handlers;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object getEarlyBeanReference(Object bean, String name) {
        givenEarly.add(name);
        return bean;
    }

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (without.contains(type)) {
            return bean;
        }
        boolean any = false;
        for (Method method : plans.annotated(type)) {
            any = true;
            check(bean, name, type, method);
        }
        if (!any) {
            without.add(type);
        }
        return bean;
    }

    private void check(Object bean, String name, Class<?> type, Method method) {
        HandlerPlan handler = plans.handler(method, type);
        if (handler != null && !handlers.isThere()) {
            throw handler.wrong(
                    "method",
                    "a request handler needs the bean IdempotentHandlers and its filter, and there is none; the Boot starter"
                            + " makes them in a servlet application, and nowhere else",
                    null);
        }
        MethodPlan plan = plans.method(method, type);
        if (plan == null) {
            return;
        }
        requireReachable(plan, bean, givenEarly.remove(name));
        if (started) {
            operations.of(plan);
        } else {
            waiting.add(plan);
        }
    }

    private void requireReachable(MethodPlan plan, Object bean, boolean proxiedEarly) {
        Method method = plan.place().method();
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isPrivate(modifiers) || Modifier.isFinal(modifiers)) {
            throw plan.place().wrong("method", "no proxy gets in front of a method that is private, static or final");
        }
        if (proxiedEarly) {
            return;
        }
        boolean advised = bean instanceof Advised proxy
                && Arrays.stream(proxy.getAdvisors()).anyMatch(each -> each == advisor);
        if (!advised) {
            throw plan.place()
                    .wrong(
                            "method",
                            "the bean is not proxied, since it is made before others can be; let nothing that Spring"
                                    + " itself is built from depend on it");
        }
        if (AopUtils.isJdkDynamicProxy(bean) && !isOnInterface(bean, method)) {
            throw plan.place()
                    .wrong("method", "the proxy has interfaces only and none has this method; proxy the class instead");
        }
    }

    private static boolean isOnInterface(Object proxy, Method method) {
        return Arrays.stream(proxy.getClass().getInterfaces())
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .anyMatch(each -> each.getName().equals(method.getName())
                        && each.getParameterCount() == method.getParameterCount());
    }

    /** Those that were made before this one was there: the parts of Spring that it is itself made from, and what they need. */
    private void checkWhatCameEarlier() {
        for (String name : beans.getBeanDefinitionNames()) {
            Object bean = isMade(name) ? beans.getSingleton(name) : null;
            if (bean != null) {
                postProcessAfterInitialization(bean, name);
            }
        }
    }

    /** By the factory: a double that a test puts in a bean's place is nobody's to proxy, and is known by the field that asked for it. */
    private boolean isMade(String name) {
        return !(beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition definition
                && definition.getQualifiedElement() != null);
    }

    @Override
    public void afterSingletonsInstantiated() {
        checkWhatCameEarlier();
        started = true;
        for (MethodPlan plan = waiting.poll(); plan != null; plan = waiting.poll()) {
            operations.of(plan);
        }
    }
}
