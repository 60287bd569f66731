/** Writes down which clauses were tested on which store, and how each test ended. */
@NullMarked
package io.idem4j.tck.report;

import org.jspecify.annotations.NullMarked;
