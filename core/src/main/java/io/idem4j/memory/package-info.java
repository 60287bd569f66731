/** The store for one process. */
@NullMarked
package io.idem4j.memory;

import org.jspecify.annotations.NullMarked;
