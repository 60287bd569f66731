package io.idem4j.internal;

import io.idem4j.Attempt;
import io.idem4j.IdempotencyListener.Kind;
import io.idem4j.Outcome;
import io.idem4j.Outcome.Executed;
import io.idem4j.Outcome.Recording;
import io.idem4j.Recovered;
import io.idem4j.StoredRecord;
import io.idem4j.spi.IdempotencyStore;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks what a lapsed attempt did, under the claim that took it over, so that one asks at a time (E-09). */
final class Recovery {
    private final IdempotencyStore store;
    private final Ticker ticker;
    private final Events events;
    private final WaitingRooms rooms;

    Recovery(IdempotencyStore store, Ticker ticker, Events events, WaitingRooms rooms) {
        this.store = store;
        this.ticker = ticker;
        this.events = events;
        this.rooms = rooms;
    }

    /** Null where the claim was lost meanwhile, so that the call has to claim again. */
    <T extends @Nullable Object> @Nullable Attempt<T> ask(
            CallSpec<T> call,
            Function<? super StoredRecord, Recovered<T>> recovery,
            Found.Mine<T> mine,
            Events.Scene scene) {
        Optional<StoredRecord> found = find(call, mine, scene);
        if (found.isEmpty() || !mine.claim().token().token().equals(found.get().token())) {
            mine.claim().lost();
            mine.holding().doubted();
            return null;
        }
        StoredRecord record = found.get();
        Recovered<T> said;
        Throwable cause = null;
        RunningCall.Running asking = rooms.enter(store, call.key());
        try {
            said = recovery.apply(record);
        } catch (Throwable e) {
            said = Recovered.unknown();
            cause = e;
        } finally {
            asking.close();
        }
        if (said instanceof Recovered.Done<T> done) {
            return done(call, done.result(), mine, record, scene);
        }
        if (said instanceof Recovered.NotDone<T>) {
            events.tell(Kind.RECOVERED, scene, mine.claim().attempt(), null);
            mine.claim().settle();
            return mine.holding();
        }
        mine.holding().doubted();
        events.tell(Kind.IN_DOUBT, scene, mine.claim().attempt(), cause);
        return new Outcome.InDoubt<>(record);
    }

    private <T extends @Nullable Object> @Nullable Attempt<T> done(
            CallSpec<T> call, T result, Found.Mine<T> mine, StoredRecord takenOver, Events.Scene scene) {
        events.tell(Kind.RECOVERED, scene, mine.claim().attempt(), null);
        Executed<T> executed = mine.holding().recovered(result);
        if (executed.recording() == Recording.FENCED) {
            return null;
        }
        events.tell(Kind.REPLAYED, scene, mine.claim().attempt(), null);
        return new Outcome.Replayed<>(call.results().replayed(result, takenOver), takenOver);
    }

    /** As taken over; where the store does not answer the claim is kept and its lease ended, for nothing is known. */
    private <T extends @Nullable Object> Optional<StoredRecord> find(
            CallSpec<T> call, Found.Mine<T> mine, Events.Scene scene) {
        Repeats repeats = new Repeats(
                ticker,
                error -> events.tell(Kind.STORE_ERROR, scene, mine.claim().attempt(), error));
        Repeats.Answer<Optional<StoredRecord>> answer =
                repeats.ending(call.key(), call.policy().claimWithin(), () -> store.find(call.key()));
        if (answer.error() != null) {
            mine.holding().doubted();
        }
        return answer.orThrow().map(record -> Decisions.underCallsKey(call, record));
    }
}
