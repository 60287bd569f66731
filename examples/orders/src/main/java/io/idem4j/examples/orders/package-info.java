/** A service behind the filter: orders that are placed once, however often they are asked for. */
@NullMarked
package io.idem4j.examples.orders;

import org.jspecify.annotations.NullMarked;
