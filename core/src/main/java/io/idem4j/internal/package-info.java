/** The engine: the protocol between a caller and a store, once for all stores. Not exported. */
@NullMarked
package io.idem4j.internal;

import org.jspecify.annotations.NullMarked;
