/** Keeps records in a Redis that a service already runs. */
@NullMarked
package io.idem4j.redis;

import org.jspecify.annotations.NullMarked;
