package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.tck.History;
import io.idem4j.tck.StoreAnswer;
import io.idem4j.tck.StoreCall;
import io.idem4j.tck.TestClaim;
import io.idem4j.tck.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Clients whose calls overlap, lose their answers and arrive late, on one thread and the same for the same seed. */
final class SimulatedHistory {
    private static final int CLIENTS = 3;
    private static final int STEPS = 60;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration KEEP = Duration.ofMinutes(2);

    private final SplittableRandom random;
    private final TestClock clock = new TestClock();
    private final ReferenceStore store;
    private final IdempotencyKey key = IdempotencyKey.of("tck", "simulated");
    private final List<Client> clients = new ArrayList<>();
    private final List<StoreCall> underWay = new ArrayList<>();
    private final List<TestClaim> claims = new ArrayList<>();
    private final List<History.Event> events = new ArrayList<>();
    private final List<Instant> readings = new ArrayList<>();
    private @Nullable StoredRecord seen;
    private long moment;

    SimulatedHistory(long seed, BrokenStore.Maker maker) {
        this.random = new SplittableRandom(seed);
        this.store = maker.make(clock, Duration.ZERO);
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client());
        }
        readings.add(clock.instant());
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        clients.forEach(Client::giveUp);
    }

    List<History.Event> events() {
        return events;
    }

    /** Every instant that the clock showed. */
    List<Instant> readings() {
        return readings;
    }

    private void step() {
        int dice = random.nextInt(10);
        if (dice == 0) {
            clock.advance(random.nextBoolean() ? LEASE : Duration.ofSeconds(1 + random.nextInt(150)));
            readings.add(clock.instant());
        } else if (dice == 1 && !underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size())).on(store);
        } else {
            clients.get(random.nextInt(CLIENTS)).act();
        }
    }

    private final class Client {
        private @Nullable StoreCall call;
        private @Nullable StoreAnswer answer;
        private long began;
        private Instant earliest = clock.instant();

        void act() {
            StoreCall open = call;
            StoreAnswer got = answer;
            if (open == null) {
                call = next();
                began = ++moment;
                earliest = clock.instant();
            } else if (random.nextInt(8) == 0) {
                giveUp();
            } else if (got == null) {
                answer = open.on(store);
            } else {
                events.add(History.Event.answered(open, got, began, ++moment, earliest, clock.instant()));
                call = null;
                answer = null;
                remember(got);
            }
        }

        /** Its answer, if there is one, is lost; without one the call may still arrive. */
        void giveUp() {
            if (call != null) {
                events.add(History.Event.unanswered(call, began, earliest));
                if (answer == null) {
                    underWay.add(call);
                }
            }
            call = null;
            answer = null;
        }
    }

    private void remember(StoreAnswer answer) {
        if (answer instanceof StoreAnswer.Found found && found.record().isPresent()) {
            seen = found.record().get();
        }
    }

    private StoreCall next() {
        int dice = random.nextInt(12);
        if (dice < 3 || claims.isEmpty()) {
            claims.add(TestClaim.of(key)
                    .token(new Token("t" + claims.size()))
                    .lease(LEASE)
                    .keep(KEEP)
                    .takingOver());
            return new StoreCall.Claim(claims.get(claims.size() - 1).request());
        }
        TestClaim claim = claims.get(Math.max(0, claims.size() - 1 - random.nextInt(2)));
        ClaimToken token = new ClaimToken(key, claim.request().token());
        StoredRecord toForget = seen;
        return switch (dice) {
            case 3, 4 -> new StoreCall.Claim(claim.request());
            case 5, 6 ->
                new StoreCall.Complete(
                        token, new Completion(RecordStatus.COMPLETED, "\"" + random.nextInt(3) + "\"", KEEP));
            case 7 -> new StoreCall.Release(token);
            case 8 -> new StoreCall.Renew(token, Duration.ZERO, KEEP);
            case 9 -> new StoreCall.Renew(token, LEASE, KEEP);
            case 10 -> toForget == null ? new StoreCall.Find(key) : new StoreCall.Forget(toForget);
            default -> new StoreCall.Find(key);
        };
    }
}
