/** What a call costs and what records leave behind. */
@NullMarked
package io.idem4j.benchmarks;

import org.jspecify.annotations.NullMarked;
