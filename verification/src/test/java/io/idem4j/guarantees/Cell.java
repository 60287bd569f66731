package io.idem4j.guarantees;

import java.util.SortedSet;

/**
 * What a cell of the table says.
 *
 * @param mark {@code yes}, {@code partly}, {@code no} or {@code n/a}
 * @param lacking what the store is declared not to do, and what means nothing for it
 */
record Cell(String mark, SortedSet<String> lacking) {
    static final String YES = "yes";
    static final String PARTLY = "partly";
    static final String NO = "no";
    static final String NOT_APPLICABLE = "n/a";
}
