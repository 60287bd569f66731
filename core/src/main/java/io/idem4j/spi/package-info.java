/** What a store or a codec implements: seven atomic steps on one record, and results to text and back. */
@NullMarked
package io.idem4j.spi;

import org.jspecify.annotations.NullMarked;
