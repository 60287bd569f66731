package io.idem4j;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One call of one operation: immutable, thread-safe, each setter returns a new one. Nothing touches the store before a
 * verb ({@code execute}, {@code run}, {@code runAsync}, {@code begin}). Implemented by the library only.
 *
 * <p>Every verb throws, before anything ran: {@link NoTimeLeftException}; {@link StoreException}, after which the store holds
 * nothing of this call, or a claim of which it never answered: its lease was ended, under at most once it was released,
 * and where the store could not be told that either it stays live until its lease ends (E-11, E-18); {@code
 * IllegalStateException} after the library's instance was closed, and from {@code execute}, {@code run} and {@code runAsync} of a view
 * that writes in the caller's transaction and can't serve them (T-06).
 *
 * @param <T> the result's type
 */
public interface Call<T extends @Nullable Object> {
    /** What was asked for; without one, every call with the key matches (S-11). */
    Call<T> fingerprint(Fingerprint fingerprint);

    /** The same without a margin: an action is started while any time is left. */
    default Call<T> within(Duration remaining) {
        return within(remaining, Duration.ZERO);
    }

    /**
     * Time that this invocation has left, counted from here; zero counts (E-08). The lease may last for all of it. With no
     * more than the margin left nothing is claimed, waited for or started, so that what can't come to its end is not begun.
     *
     * @throws IllegalArgumentException if one is negative, or longer than 36,500 days
     */
    Call<T> within(Duration remaining, Duration margin);

    /**
     * The caller's own run id, 1 to 255 characters, to re-enter its claim when the same run starts again; runs of one id
     * must not overlap (E-16).
     */
    Call<T> executionId(String id);

    /** Changes the policy for this call; throws {@link ConfigurationException} for settings that contradict each other. */
    Call<T> policy(UnaryOperator<IdempotencyPolicy> change);

    /**
     * Asks the outside world what a lapsed attempt did, before anything runs again (E-09); given the record as taken
     * over, from one {@code find} more. What it throws counts as unknown. Throws {@link ConfigurationException} where the
     * policy rules a recovery out.
     */
    Call<T> recover(Function<? super StoredRecord, Recovered<T>> recovery);

    /** Value of the first execution, now or replayed; the other outcomes as exceptions. */
    <X extends Throwable> T execute(Action<T, X> action) throws X;

    /** The same for an action that wants to know about its attempt. */
    <X extends Throwable> T execute(ExecutionAction<T, X> action) throws X;

    /**
     * Every outcome as a value; thrown are only the action's own exception, what the type's description lists, and under
     * {@code onUnrecorded(THROW)} {@link CompletionFailedException}.
     */
    <X extends Throwable> Outcome<T> run(Action<T, X> action) throws X;

    /** The same for an action that wants to know about its attempt. */
    <X extends Throwable> Outcome<T> run(ExecutionAction<T, X> action) throws X;

    /**
     * The claim, and a configured wait, are made on the caller's thread; recorded when the stage ends, on its thread. All
     * errors come through the future, the action's own as they are. Cancelling the future cancels neither action nor
     * claim.
     */
    CompletableFuture<Outcome<T>> runAsync(Function<? super Execution, ? extends CompletionStage<T>> action);

    /** Claims and leaves running and completing to the caller, who must end what it {@link Attempt.Started started}. */
    Attempt<T> begin();

    /**
     * Read-only: would this call be a duplicate of a record with the same fingerprint? True for a live or settled record,
     * false for none, for another fingerprint, and for a lapsed claim that this call would take over. No promise for the
     * next moment.
     */
    boolean isReplayCandidate();
}
