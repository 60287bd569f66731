package io.idem4j.spring.boot;

import io.idem4j.Idempotency;

/**
 * A bean that sets what no property and no other bean does, on the {@link Idempotency} that the starter makes. All beans of this type
 * are asked once, in their order, after properties, codec and listeners: what they set goes before those. One that throws ends the
 * start. Without effect where the application makes an {@code Idempotency} of its own.
 */
@FunctionalInterface
public interface IdempotencyCustomizer {
    /** Changes the builder; does not build. */
    void customize(Idempotency.Builder builder);
}
