package io.idem4j.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The store that a test class runs on, for the reports. A class without it is reported under {@code "engine"}; on a nested class it
 * counts for that class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnStore {
    /** A short name, one for each store and configuration whose guarantees are told apart, such as {@code "memory"}. */
    String value();
}
