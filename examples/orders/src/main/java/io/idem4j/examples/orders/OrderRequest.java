package io.idem4j.examples.orders;

import org.jspecify.annotations.Nullable;

/** What a client asks for. */
record OrderRequest(String item, int quantity) {
    private static final int LONGEST_ITEM = 100;
    private static final int LARGEST_QUANTITY = 1_000;

    OrderRequest(@Nullable String item, int quantity) {
        if (item == null || item.isBlank() || item.length() > LONGEST_ITEM) {
            throw new IllegalArgumentException("item: must have 1 to " + LONGEST_ITEM + " characters");
        }
        if (quantity < 1 || quantity > LARGEST_QUANTITY) {
            throw new IllegalArgumentException("quantity: must be a whole number from 1 to " + LARGEST_QUANTITY);
        }
        this.item = item;
        this.quantity = quantity;
    }
}
