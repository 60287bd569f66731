package io.idem4j.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The clauses of the specification that a test holds the code to. On a class it counts for every test in the class and in its
 * nested classes, beside what those name themselves. How each test ended is reported, clause by clause.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Clause {
    /** Numbers as the specification spells them, such as {@code "S-01"}. */
    String[] value();
}
