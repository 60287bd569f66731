/** What applications use: make an {@link io.idem4j.Idempotency}, give it a key and an action, read the {@link io.idem4j.Outcome}. */
@NullMarked
package io.idem4j;

import org.jspecify.annotations.NullMarked;
