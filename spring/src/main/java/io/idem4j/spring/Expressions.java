package io.idem4j.spring;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Expressions over the arguments of methods. A variable that no parameter has is an error at once, not null at each call. */
final class Expressions {
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Set<String> ALWAYS = Set.of("#root", "#this");

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final BeanFactory beans;

    Expressions(BeanFactory beans) {
        this.beans = beans;
    }

    Parsed parse(Place place, String attribute, String text) {
        SpelExpression expression;
        try {
            expression = (SpelExpression) parser.parseExpression(text);
        } catch (ParseException e) {
            throw place.wrong(attribute, "no expression: " + e.getMessage() + "; write #order.id or #p0", e);
        }
        requireKnown(place, attribute, expression.getAST(), variables(place.method()));
        return new Parsed(place, attribute, expression, beans);
    }

    private static Set<String> variables(Method method) {
        Set<String> known = new HashSet<>(ALWAYS);
        String[] names = NAMES.getParameterNames(method);
        for (int i = 0; i < method.getParameterCount(); i++) {
            known.add("#p" + i);
            known.add("#a" + i);
            if (names != null) {
                known.add("#" + names[i]);
            }
        }
        return known;
    }

    private static void requireKnown(Place place, String attribute, SpelNode node, Set<String> known) {
        if (node instanceof VariableReference && !known.contains(node.toStringAST())) {
            throw place.wrong(
                    attribute,
                    node.toStringAST() + " is no parameter; there are "
                            + known.stream().sorted().toList() + " (names need javac's -parameters)");
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            requireKnown(place, attribute, node.getChild(i), known);
        }
    }

    /** An expression that was found good. */
    record Parsed(Place place, String attribute, SpelExpression expression, BeanFactory beans) {
        @Nullable Object of(Invocation call) {
            MethodBasedEvaluationContext context =
                    new MethodBasedEvaluationContext(call, call.getMethod(), call.getArgs(), NAMES);
            context.setBeanResolver(new BeanFactoryResolver(beans));
            try {
                return expression.getValue(context);
            } catch (EvaluationException e) {
                throw place.wrong(attribute, "can't be evaluated, nothing ran: " + fault(e));
            }
        }

        /** What an argument's own code threw stays out of messages: it may quote what it was given. */
        private static String fault(EvaluationException e) {
            Throwable cause = e.getCause();
            String at = e instanceof org.springframework.expression.spel.SpelEvaluationException spel
                    ? spel.getMessageCode().name()
                    : e.getClass().getSimpleName();
            return cause == null ? at : at + ", " + cause.getClass().getName();
        }
    }
}
