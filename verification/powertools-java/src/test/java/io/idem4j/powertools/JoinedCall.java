package io.idem4j.powertools;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.MethodSignature;
import org.aspectj.lang.reflect.SourceLocation;
import org.aspectj.runtime.internal.AroundClosure;

/** A woven call as AspectJ describes it: of a method that gives a text. */
final class JoinedCall implements ProceedingJoinPoint {
    private final Callable<String> action;

    JoinedCall(Callable<String> action) {
        this.action = action;
    }

    @Override
    public void set$AroundClosure(AroundClosure closure) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object proceed() throws Throwable {
        return action.call();
    }

    @Override
    public Object proceed(Object[] arguments) throws Throwable {
        return action.call();
    }

    @Override
    public String toShortString() {
        return "place";
    }

    @Override
    public String toLongString() {
        return "place";
    }

    @Override
    public Object getThis() {
        return this;
    }

    @Override
    public Object getTarget() {
        return this;
    }

    @Override
    public Object[] getArgs() {
        return new Object[0];
    }

    @Override
    public Signature getSignature() {
        return new TextMethod();
    }

    @Override
    public SourceLocation getSourceLocation() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getKind() {
        return METHOD_EXECUTION;
    }

    @Override
    public StaticPart getStaticPart() {
        throw new UnsupportedOperationException();
    }

    private static final class TextMethod implements MethodSignature {
        @Override
        public Class<?> getReturnType() {
            return String.class;
        }

        @Override
        public Method getMethod() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Class<?>[] getParameterTypes() {
            return new Class<?>[0];
        }

        @Override
        public String[] getParameterNames() {
            return new String[0];
        }

        @Override
        public Class<?>[] getExceptionTypes() {
            return new Class<?>[0];
        }

        @Override
        public String toShortString() {
            return "place";
        }

        @Override
        public String toLongString() {
            return "place";
        }

        @Override
        public String getName() {
            return "place";
        }

        @Override
        public int getModifiers() {
            return 0;
        }

        @Override
        public Class<?> getDeclaringType() {
            return JoinedCall.class;
        }

        @Override
        public String getDeclaringTypeName() {
            return JoinedCall.class.getName();
        }
    }
}
