package io.idem4j.spring;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Around annotated methods that are no request handlers: outside of transactions and caches, inside of security and of asynchrony. */
@SuppressWarnings("serial") // never serialised
final class IdempotentAdvisor extends AbstractPointcutAdvisor {
    /** Spring's own interceptors for transactions and caches are last, unless told otherwise. */
    static final int ORDER = Integer.MAX_VALUE - 100;

    private final transient Plans plans;
    private final transient Operations operations;
    private final transient Pointcut pointcut = new Annotated();
    private final transient Advice advice = new Around();

    IdempotentAdvisor(Plans plans, Operations operations) {
        this.plans = plans;
        this.operations = operations;
        setOrder(ORDER);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return advice;
    }

    private final class Annotated extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> type) {
            return plans.method(method, type) != null;
        }
    }

    private final class Around implements MethodInterceptor {
        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            Object target = invocation.getThis();
            MethodPlan plan =
                    target == null ? null : plans.method(invocation.getMethod(), AopUtils.getTargetClass(target));
            if (target == null || plan == null) {
                return invocation.proceed();
            }
            Invocation asked =
                    new Invocation(target, plan.place().method(), invocation.getArguments(), operations.caller());
            return operations.of(plan).invoke(invocation, asked);
        }
    }
}
