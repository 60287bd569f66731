package io.idem4j.examples.lambda;

/** What a customer asks for. */
public record Order(String id, String item, int quantity) {
    /** Throws {@code IllegalArgumentException} where it can't be handled, however often it comes. */
    public Order {
        if (id == null || id.isBlank() || item == null || quantity < 1) {
            throw new IllegalArgumentException("an order has an id, an item and a quantity of at least 1");
        }
    }
}
