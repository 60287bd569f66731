/** The simplest store that keeps every clause, and copies of it that break one each. */
@NullMarked
package io.idem4j.tck.reference;

import org.jspecify.annotations.NullMarked;
