package io.idem4j.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method happens once for each key; duplicates get what the first call returned.
 *
 * <p>On a <em>request handler</em> of Spring MVC the key is the client's header and what is kept is the response, by the
 * clauses H of the specification. On <em>any other bean method</em> the key is an expression over the arguments, or the header
 * of the request under way, and what is kept is the result by the method's generic return type. Such a method is reached
 * through the bean's proxy only: a call from within the same object is not protected.
 *
 * <p>Every attribute is checked when the bean is made; what is wrong is a {@link io.idem4j.ConfigurationException} that names
 * attribute, class and method. Every text may have {@code ${placeholders}}. Durations are written as Spring Boot writes them:
 * {@code 30s}, {@code 5m}, {@code PT1H}. Expressions are SpEL over the arguments by name or as {@code #p0}; their root has {@code
 * args}, {@code method}, {@code target} and {@code caller}, the name of who is logged in.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {
    /**
     * The operation's name, 1 to 120 characters. A handler's default: verb and route, such as {@code POST /orders/{id}}. Any
     * other method must have one, so that renaming a method does not let go of its keys.
     */
    String scope() default "";

    /** Expression for the key: text, a number, a UUID or an enum; null or blank is a missing key. Not for handlers. */
    String key() default "";

    /** The header that holds the key; a handler's default: {@code Idempotency-Key}. Not beside {@link #key}. */
    String header() default "";

    /**
     * Expression for what must not change under one key; default: nothing is compared. What is no plain value is compared by its
     * JSON; what can't be written as JSON is an error, and nothing runs. {@code args} compares all arguments. Not for handlers,
     * which compare the request.
     */
    String fingerprint() default "";

    /**
     * Expression for who calls, so that two callers never share a key; null: nobody. Default: nobody where {@link #key} is set,
     * else {@code caller}. Not for handlers.
     */
    String principal() default "";

    /** How long results replay. */
    String retention() default "";

    /** How long a silent holder blocks others. */
    String lease() default "";

    /** How long a duplicate waits for the holder. */
    String waitUpTo() default "";

    /** Attempts before a lapsed key is in doubt; 1: at most once; 0: as the settings say. */
    int maxAttempts() default 0;

    /**
     * {@code true}: without a key the call is refused; {@code false}: it runs unprotected. Default: as the settings say, where
     * nothing is set false for handlers (H-01) and true for other methods.
     */
    String required() default "";

    /**
     * Name of a bean that the policy starts from: an {@link IdempotencyPolicyChange}; or for handlers an {@code HttpPolicy}, which is
     * taken instead of the one that every handler starts from.
     */
    String policy() default "";

    /**
     * Claim, rows and result are one commit: the transaction of the method's own {@code @Transactional}. Needs the JDBC store, on
     * the data source of that transaction. An exception that rolls back leaves nothing; one that commits is kept for duplicates.
     */
    boolean transactional() default false;

    /**
     * With {@link #transactional}: the claim is committed before the transaction begins, rows and result in it. For methods that
     * also call the outside world. The caller must not be in a transaction.
     */
    boolean claimFirst() default false;
}
