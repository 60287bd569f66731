package io.idem4j.guarantees;

import java.util.SortedSet;

/**
 * What a cell of the table says.
 *
 * @param mark {@code yes}, {@code partly} or {@code no}
 * @param lacking what the store is declared not to do
 */
record Cell(String mark, SortedSet<String> lacking) {
    static final String YES = "yes";
    static final String PARTLY = "partly";
    static final String NO = "no";
}
