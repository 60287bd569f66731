package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.NoTimeLeftException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WatchableStore;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A duplicate's wait for the holder (E-06). Nothing in the store is changed by waiting or by giving up. */
final class Waiting {
    private static final int POLL_MILLIS = 250;
    private static final int PUSHED_POLL_MILLIS = 5_000;
    private static final Duration AFTER_LEASE = Duration.ofMillis(1);

    private final IdempotencyStore store;
    private final Claimer claimer;
    private final Ticker ticker;
    private final WaitingRooms rooms;

    Waiting(IdempotencyStore store, Claimer claimer, Ticker ticker, WaitingRooms rooms) {
        this.store = store;
        this.claimer = claimer;
        this.ticker = ticker;
        this.rooms = rooms;
    }

    /**
     * Waits as long as what is found is in progress.
     *
     * @param inProgress whether a duplicate would be told <em>in progress</em>
     * @return the last that was found
     */
    <T extends @Nullable Object> Found<T> until(
            CallSpec<T> call, Events.Scene scene, Found<T> refused, Predicate<Found<T>> inProgress) {
        IdempotencyKey key = call.key();
        Duration longest = longest(call);
        if (longest.isZero() || !inProgress.test(refused) || rooms.isOwn(store, key)) {
            return refused;
        }
        Ticker.Mark start = ticker.mark();
        while (true) {
            WaitingRoom room = rooms.join(store, key);
            try {
                switch (room.turn(ticker, start, longest)) {
                    case GIVE_UP -> {
                        return newer(call, room.latest(), refused);
                    }
                    case SETTLED -> {
                        Found<T> settled = newer(call, room.settled(), refused);
                        if (settled != refused) {
                            return settled;
                        }
                    }
                    case LEAD -> {
                        return lead(room, call, scene, refused, inProgress, start, longest);
                    }
                }
            } finally {
                rooms.leave(store, key, room);
            }
        }
    }

    /** What another waiter was told, unless this call itself has been told something else since. */
    private static <T extends @Nullable Object> Found<T> newer(
            CallSpec<T> call, @Nullable StoredRecord seen, Found<T> refused) {
        if (seen == null
                || (refused instanceof Found.Theirs<T> theirs
                        && seen.observedAt().isBefore(theirs.record().observedAt()))) {
            return refused;
        }
        return new Found.Theirs<>(Decisions.underCallsKey(call, seen));
    }

    private Duration longest(CallSpec<?> call) {
        Duration longest = call.policy().waitUpTo();
        return call.limit() == null ? longest : Ticker.min(longest, call.limit().leftToStart(ticker));
    }

    private <T extends @Nullable Object> Found<T> lead(
            WaitingRoom room,
            CallSpec<T> call,
            Events.Scene scene,
            Found<T> refused,
            Predicate<Found<T>> inProgress,
            Ticker.Mark start,
            Duration longest) {
        Found<T> last = refused;
        Duration untilNextLook = untilNextLook(refused);
        boolean askAtOnce = true;
        try {
            room.watch(store, call.key());
            while (true) {
                Duration left = ticker.left(start, longest);
                if (left.isZero() || !room.awaitTold(Ticker.min(left, untilNextLook))) {
                    askAtOnce = false;
                    return last;
                }
                Found<T> seen = look(call, scene);
                if (seen == null) {
                    untilNextLook = poll();
                    continue;
                }
                last = seen;
                if (inProgress.test(last)) {
                    saw(room, last);
                    untilNextLook = untilNextLook(last);
                    continue;
                }
                if (last instanceof Found.Theirs<T> theirs && theirs.isSettled()) {
                    room.settle(theirs.record());
                }
                // Whoever acquired it runs now; the next leader is told when that has ended.
                askAtOnce = !(last instanceof Found.Mine<T>);
                return last;
            }
        } finally {
            room.handOver(askAtOnce);
        }
    }

    private static void saw(WaitingRoom room, Found<?> found) {
        if (found instanceof Found.Theirs<?> theirs) {
            room.saw(theirs.record());
        }
    }

    /** Null where the store did not answer, or no time was left to ask it: that tells nothing new. */
    private <T extends @Nullable Object> @Nullable Found<T> look(CallSpec<T> call, Events.Scene scene) {
        try {
            return claimer.claimAgain(call, scene);
        } catch (StoreUnavailableException | NoTimeLeftException e) {
            return null;
        }
    }

    /** Now and then, more seldom where the store tells of changes. */
    private Duration poll() {
        boolean pushed = store instanceof WatchableStore watchable && watchable.pushes();
        int millis = pushed ? PUSHED_POLL_MILLIS : POLL_MILLIS;
        return Duration.ofMillis(millis + ThreadLocalRandom.current().nextInt(millis / 5));
    }

    /** The lease's end at the latest. */
    private Duration untilNextLook(Found<?> last) {
        Duration poll = poll();
        if (last instanceof Found.Theirs<?> theirs && !theirs.record().isLapsed()) {
            StoredRecord record = theirs.record();
            if (record.leaseUntil() != null) {
                return Ticker.min(
                        poll,
                        Duration.between(record.observedAt(), record.leaseUntil())
                                .plus(AFTER_LEASE));
            }
        }
        return poll;
    }
}
