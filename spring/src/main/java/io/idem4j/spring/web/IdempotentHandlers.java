package io.idem4j.spring.web;

import io.idem4j.ConfigurationException;
import io.idem4j.Idempotency;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.http.HttpIdempotency;
import io.idem4j.http.HttpPolicy;
import io.idem4j.servlet.IdempotencyFilter;
import io.idem4j.spring.BoundOperations;
import io.idem4j.spring.Caller;
import io.idem4j.spring.HandlerPlan;
import io.idem4j.spring.IdempotencyPolicyChange;
import io.idem4j.spring.OperationOverrides;
import io.idem4j.spring.OperationSettings;
import io.idem4j.spring.Plans;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * The annotated request handlers of a context, each route with a filter of its own. All are made at the start, so that what is
 * wrong with one shows there; the beans that they need are asked for then and not before. Thread-safe.
 */
public final class IdempotentHandlers implements SmartInitializingSingleton {
    /**
     * Name of the bean, an {@link HttpPolicy}, that every handler starts from; without such a bean it is {@link
     * HttpPolicy#storeFinalAnswers()}. One of any other name is for the handlers whose annotation names it.
     */
    public static final String POLICY = "idempotencyHttpPolicy";

    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");

    private final Plans plans;
    private final ListableBeanFactory beans;
    private final @Nullable String errorPage;
    private final Map<HandlerRoute, IdempotencyFilter> filters = new ConcurrentHashMap<>();
    private final Set<String> named = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HandlerLookup lookup;

    /**
     * For the handlers that the mappings of this context know.
     *
     * @param errorPage the path that the filter forwards to when a handler calls {@code sendError}; null: a problem document
     */
    public IdempotentHandlers(Plans plans, ListableBeanFactory beans, @Nullable String errorPage) {
        this.plans = plans;
        this.beans = beans;
        this.errorPage = errorPage;
    }

    HandlerLookup lookup() {
        HandlerLookup known = lookup;
        if (known == null) {
            known = new HandlerLookup(plans, beans);
            lookup = known;
        }
        return known;
    }

    /**
     * What holds for a handler's requests.
     *
     * @param path which of its routes, where it has several for the verb; documents may spell one otherwise than the mapping
     */
    HttpPolicy policy(HandlerPlan plan, String verb, String path) {
        List<HandlerRoute> routes = filters.keySet().stream()
                .filter(route -> route.plan().equals(plan) && route.verb().equals(verb))
                .toList();
        return policy(routes.size() == 1 ? routes.get(0) : new HandlerRoute(plan, verb, path));
    }

    IdempotencyFilter filter(HandlerRoute route) {
        IdempotencyFilter known = filters.get(route);
        if (known != null) {
            return known;
        }
        IdempotencyFilter made = made(route);
        IdempotencyFilter earlier = filters.putIfAbsent(route, made);
        return earlier == null ? made : earlier;
    }

    @Override
    public void afterSingletonsInstantiated() {
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, RequestMappingInfoHandlerMapping.class, true, false)
                .values()
                .forEach(mapping -> mapping.getHandlerMethods().forEach((info, handler) -> {
                    HandlerPlan plan = plans.handler(handler.getMethod(), handler.getBeanType());
                    if (plan != null) {
                        prepare(plan, info);
                    }
                }));
        warnOfUnused();
    }

    /** A policy that was meant for every handler, and would leave them all as they are. */
    private void warnOfUnused() {
        Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, HttpPolicy.class, true, false))
                .filter(name -> !name.equals(POLICY) && !isNamed(name) && !ScopedProxyUtils.isScopedTarget(name))
                .forEach(name -> LOG.log(
                        Level.WARNING,
                        "The HttpPolicy bean \"" + name + "\" is for no handler: no annotation says policy = \"" + name
                                + "\", and the one that every handler starts from is named \"" + POLICY + "\"."));
    }

    private boolean isNamed(String name) {
        return named.contains(name) || Arrays.stream(beans.getAliases(name)).anyMatch(named::contains);
    }

    private void prepare(HandlerPlan plan, RequestMappingInfo info) {
        Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
        List<String> verbs = methods.isEmpty()
                ? Verbs.PROTECTED
                : methods.stream()
                        .map(Enum::name)
                        .filter(verb -> !Verbs.isSafe(verb))
                        .toList();
        if (verbs.isEmpty()) {
            throw plan.wrong("method", "the handler is for " + methods + ", which have no effect to protect", null);
        }
        for (String template : info.getPatternValues()) {
            verbs.forEach(verb -> filter(new HandlerRoute(plan, verb, template)));
        }
    }

    private IdempotencyFilter made(HandlerRoute route) {
        requireScope(route);
        HttpIdempotency http;
        try {
            http = HttpIdempotency.builder(beans.getBean(Idempotency.class))
                    .policy(policy(route))
                    .build();
        } catch (ConfigurationException e) {
            throw route.plan().wrong(e);
        }
        IdempotencyFilter filter = new IdempotencyFilter(http);
        return errorPage == null ? filter : filter.errorPage(errorPage);
    }

    private static void requireScope(HandlerRoute route) {
        try {
            IdempotencyKey.of(route.scope(), "any");
        } catch (IllegalArgumentException e) {
            throw route.plan().wrong("scope", "verb and route make none, set one: " + e.getMessage(), e);
        }
    }

    private HttpPolicy policy(HandlerRoute route) {
        HandlerPlan plan = route.plan();
        OperationSettings overrides = beans.getBeanProvider(OperationOverrides.class)
                .getIfAvailable(() -> new OperationOverrides(Map.of()))
                .of(route.scope());
        BoundOperations known = beans.getBean(BoundOperations.class);
        HttpPolicy policy = base(plan)
                .methods(route.verb())
                .scope(request -> route.scope())
                .idempotency(engine -> {
                    IdempotencyPolicy set = overrides.applyTo(plan.settings().applyTo(engine));
                    known.bound(route.scope(), set);
                    return set;
                });
        Caller caller = beans.getBeanProvider(Caller.class).getIfAvailable();
        if (caller != null) {
            policy = policy.principalUnlessSet(request -> caller.name());
        }
        if (plan.header() != null) {
            policy = policy.header(plan.header());
        }
        Boolean required = overrides.required() == null ? plan.settings().required() : overrides.required();
        return required == null ? policy : policy.required(required);
    }

    private HttpPolicy base(HandlerPlan plan) {
        String name = plan.policy();
        if (name == null) {
            return general();
        }
        named.add(name);
        Object bean = beans.containsBean(name) ? beans.getBean(name) : null;
        if (bean instanceof HttpPolicy own) {
            return own;
        }
        if (bean instanceof IdempotencyPolicyChange change) {
            return general().idempotency(change);
        }
        throw plan.wrong(
                "policy",
                "there is no bean \"" + name + "\" that is an HttpPolicy or an IdempotencyPolicyChange",
                null);
    }

    private HttpPolicy general() {
        return beans.containsBean(POLICY) ? beans.getBean(POLICY, HttpPolicy.class) : HttpPolicy.storeFinalAnswers();
    }
}
