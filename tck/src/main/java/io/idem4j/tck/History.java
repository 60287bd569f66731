package io.idem4j.tck;

import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.spi.IdempotencyStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What clients asked of a store and what they heard, with the order of beginnings and ends. Thread-safe.
 *
 * <p>A call that failed with {@code OutcomeUnknownException} is kept as one without an answer; one that failed in another way wrote
 * nothing and is not kept. {@code purge} is passed on and not kept.
 */
public final class History {
    private final InstantSource clock;
    private final AtomicLong moments = new AtomicLong();
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    /** On the clock of the store, or on any that stands still where no lease ends by time. */
    public History(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A call from its client's side. Immutable.
     *
     * @param answer null: none came; the call may have been carried out, or not, or may be later
     * @param began number of the moment at which the client sent it
     * @param ended number of the moment at which the client had the answer; {@code Long.MAX_VALUE} without one
     * @param earliest the store's clock when it began
     * @param latest the store's clock when it ended; {@code Instant.MAX} without an answer
     */
    public record Event(
            StoreCall call, @Nullable StoreAnswer answer, long began, long ended, Instant earliest, Instant latest) {
        /** One that was answered. */
        public static Event answered(
                StoreCall call, StoreAnswer answer, long began, long ended, Instant earliest, Instant latest) {
            return new Event(call, answer, began, ended, earliest, latest);
        }

        /** One whose answer never came. */
        public static Event unanswered(StoreCall call, long began, Instant earliest) {
            return new Event(call, null, began, Long.MAX_VALUE, earliest, Instant.MAX);
        }
    }

    /** The store, whose calls are kept here. */
    public IdempotencyStore recording(IdempotencyStore store) {
        return new Recording(store);
    }

    /** What was kept so far, in the order of the ends. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    private final class Recording extends CallStore {
        Recording(IdempotencyStore store) {
            super(store);
        }

        @Override
        StoreAnswer send(StoreCall call) {
            long began = moments.incrementAndGet();
            Instant earliest = clock.instant();
            StoreAnswer answer;
            try {
                answer = call.on(store);
            } catch (StoreException failed) {
                if (failed instanceof OutcomeUnknownException) {
                    events.add(Event.unanswered(call, began, earliest));
                }
                throw failed;
            }
            Instant latest = clock.instant();
            events.add(Event.answered(call, answer, began, moments.incrementAndGet(), earliest, latest));
            return answer;
        }
    }
}
