package io.idem4j.internal;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WatchableStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A duplicate's wait for the holder (E-06). Nothing in the store is changed by waiting or by giving up. */
final class Waiting {
    private static final int POLL_MILLIS = 250;
    private static final int PUSHED_POLL_MILLIS = 1_000;
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
        WaitingRoom room = rooms.join(store, key);
        try {
            return switch (room.turn(ticker, start, longest)) {
                case GIVE_UP -> refused;
                case SETTLED ->
                    new Found.Theirs<>(Decisions.underCallsKey(call, Objects.requireNonNull(room.settled())));
                case LEAD -> lead(room, call, scene, refused, inProgress, start, longest);
            };
        } finally {
            rooms.leave(store, key, room);
        }
    }

    private Duration longest(CallSpec<?> call) {
        Duration longest = call.policy().waitUpTo();
        return call.limit() == null
                ? longest
                : Ticker.min(
                        longest, ticker.left(call.limit().from(), call.limit().remaining()));
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
        boolean askAtOnce = true;
        try {
            room.watch(store, call.key());
            while (true) {
                Duration left = ticker.left(start, longest);
                if (left.isZero() || !room.awaitTold(Ticker.min(left, untilNextLook(last)))) {
                    askAtOnce = false;
                    return last;
                }
                last = claimer.claim(call, scene);
                if (inProgress.test(last)) {
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

    /** The lease's end at the latest; before it now and then, more seldom where the store tells of changes. */
    private Duration untilNextLook(Found<?> last) {
        boolean pushed = store instanceof WatchableStore watchable && watchable.pushes();
        int millis = pushed ? PUSHED_POLL_MILLIS : POLL_MILLIS;
        Duration poll = Duration.ofMillis(millis + ThreadLocalRandom.current().nextInt(millis / 5));
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
