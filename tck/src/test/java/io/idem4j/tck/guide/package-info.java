/** What docs/write-a-store.md shows. */
@NullMarked
package io.idem4j.tck.guide;

import org.jspecify.annotations.NullMarked;
