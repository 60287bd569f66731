/**
 * The protocol as an explicit-state model: three clients, each with one call of one key, an operator, and a network that loses
 * a reply and holds a call back. The record is the contract kit's {@link io.idem4j.tck.RecordTable}; what clients and operator
 * do follows the E clauses. Every state is visited, nearest first, and the {@link io.idem4j.protocol.Invariant}s are checked at
 * every step.
 *
 * <p>A process may stand still between any two steps for as long as it likes, so that a pause needs no step of its own. A lease
 * is over at the second tick of the clock, results stay for one tick more, what can be in doubt for two. A call that meets no
 * fault is one step, because its caller waits for it and only the moment at which the store applies it is seen by others.
 */
package io.idem4j.protocol;
