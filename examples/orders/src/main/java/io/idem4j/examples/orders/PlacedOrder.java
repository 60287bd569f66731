package io.idem4j.examples.orders;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A row of the business table: one execution of the action.
 *
 * @param keyHash of the idempotency key that it was placed under
 * @param attempt which attempt for that key placed it
 * @param placedBy the instance that did
 */
record PlacedOrder(@JsonUnwrapped Order order, String keyHash, int attempt, String placedBy) {}
