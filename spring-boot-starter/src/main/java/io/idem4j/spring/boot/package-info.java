/** Auto-configuration for Spring Boot 4. */
@NullMarked
package io.idem4j.spring.boot;

import org.jspecify.annotations.NullMarked;
