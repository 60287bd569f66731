package io.idem4j.spring.boot;

import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spring.boot.IdempotencyProperties.StoreKind;
import java.util.function.Supplier;

/**
 * A store that the application has a client for.
 *
 * @param place where in it records are, and through what, for the log; nothing secret
 * @param store makes it; is asked if it is chosen
 */
record StoreCandidate(StoreKind kind, Supplier<String> place, Supplier<IdempotencyStore> store) {}
