package io.idem4j.examples.orders;

import java.time.Instant;

/** A placed order, as answered, as kept for duplicates, and as listed. */
record Order(String id, String item, int quantity, Instant placedAt) {}
