package io.idem4j.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * On a configuration class: {@link Idempotent} methods of the context's beans are protected by its {@link
 * io.idem4j.Idempotency} bean. With the Boot starter it is there already. Request handlers are protected with the
 * starter only; an annotated one without it ends the start.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import({IdempotentMethodsConfiguration.class, ProxyRegistrar.class})
public @interface EnableIdempotency {}
