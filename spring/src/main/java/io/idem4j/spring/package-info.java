/** {@code @Idempotent} on methods of Spring beans. */
@NullMarked
package io.idem4j.spring;

import org.jspecify.annotations.NullMarked;
