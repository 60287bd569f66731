package io.idem4j.guarantees;

import java.util.Comparator;

/** A cell of the table: a clause on a store. */
record Place(String clause, String store) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::clause).thenComparing(Place::store);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return clause + " on " + store;
    }
}
