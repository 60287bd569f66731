package io.idem4j.spring;

import io.idem4j.IdempotencyPolicy;
import java.util.function.UnaryOperator;

/** A bean that changes a policy: where an {@link Idempotent#policy} names it, that of one operation. Thread-safe. */
@FunctionalInterface
public interface IdempotencyPolicyChange extends UnaryOperator<IdempotencyPolicy> {}
