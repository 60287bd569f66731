/** What every store must do, as tests: extend {@code StoreContract}. */
@NullMarked
package io.idem4j.tck;

import org.jspecify.annotations.NullMarked;
