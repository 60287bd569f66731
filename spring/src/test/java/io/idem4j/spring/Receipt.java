package io.idem4j.spring;

/** What placing an order gives. */
public record Receipt(String orderId, int number) {}
