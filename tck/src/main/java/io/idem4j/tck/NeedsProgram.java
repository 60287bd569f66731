package io.idem4j.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that needs programs which the build can't bring, such as a server of the operating system's packages. Where one of them is not on
 * the {@code PATH} the test is reported as not run; with {@code CI=true} in the environment it fails.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Tag("debian-package")
@ExtendWith(ProgramCondition.class)
@SuppressWarnings("exports") // the condition is named by this annotation alone
public @interface NeedsProgram {
    /** Names of the programs, such as {@code "redis-server"}. */
    String[] value();
}
