/** {@code @Idempotent} on request handlers of Spring MVC, through the servlet filter. */
@NullMarked
package io.idem4j.spring.web;

import org.jspecify.annotations.NullMarked;
