package io.idem4j.tck;

import io.idem4j.RecordStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one random test: the same ones for the same seed. */
final class RandomScript {
    /** As many different tokens as a script uses. */
    static final int TOKENS = 6;

    private static final List<@Nullable String> OWNERS = Arrays.asList(null, null, "exec-1", "exec-2");
    private static final List<@Nullable String> FINGERPRINTS = Arrays.asList(null, "f-1", "f-1", "f-2");
    private static final List<@Nullable String> DATA = Arrays.asList(" 1.0 ", "{\"a\":[1.0,\"é😀\"]}", "null", null);
    private static final List<Integer> BOUNDS = List.of(0, 1, 2, 3, Integer.MAX_VALUE, Integer.MAX_VALUE);
    private static final List<RecordStatus> STATUSES = List.of(
            RecordStatus.COMPLETED, RecordStatus.COMPLETED, RecordStatus.FAILED, RecordStatus.COMPLETED_WITHOUT_RESULT);

    private final SplittableRandom random;
    private final List<Duration> durations;
    private final List<Duration> steps;
    private final List<RandomCall> calls = new ArrayList<>();
    private final List<RandomCall.Claim> claims = new ArrayList<>();

    private RandomScript(long seed, Duration brief, List<Duration> steps) {
        this.random = new SplittableRandom(seed);
        this.durations = List.of(brief, Duration.ofMinutes(10), Duration.ofMinutes(20), Duration.ofMinutes(40));
        this.steps = steps;
    }

    /**
     * The calls for that seed.
     *
     * @param brief a lease or retention that time can pass
     * @param steps by which time goes on
     */
    static List<RandomCall> of(long seed, int length, Duration brief, List<Duration> steps) {
        RandomScript script = new RandomScript(seed, brief, steps);
        for (int i = 0; i < length; i++) {
            script.calls.add(script.next());
        }
        return script.calls;
    }

    private RandomCall next() {
        int dice = random.nextInt(100);
        if (dice < 30 || claims.isEmpty()) {
            return dice < 20 && claims.size() < TOKENS ? newClaim() : oldClaim();
        }
        if (dice < 45) {
            return completion();
        }
        if (dice < 53) {
            return new RandomCall.Release(token());
        }
        if (dice < 65) {
            return renewal();
        }
        if (dice < 75) {
            return new RandomCall.Find();
        }
        if (dice < 80) {
            return new RandomCall.Forget(random.nextInt(3));
        }
        return dice < 98 ? new RandomCall.Pass(one(steps)) : new RandomCall.Purge();
    }

    private RandomCall newClaim() {
        Duration keep = one(durations);
        Duration lease = random.nextInt(8) == 0 ? null : shorter(keep);
        RandomCall.Claim claim =
                new RandomCall.Claim(claims.size(), any(OWNERS), any(FINGERPRINTS), lease, keep, one(BOUNDS));
        claims.add(claim);
        return claim;
    }

    /** A repeat, or one that arrives late. */
    private RandomCall oldClaim() {
        return claims.isEmpty() ? newClaim() : claims.get(token());
    }

    private RandomCall completion() {
        if (random.nextInt(3) == 0) {
            List<RandomCall> earlier =
                    calls.stream().filter(RandomCall.Complete.class::isInstance).toList();
            if (!earlier.isEmpty()) {
                return one(earlier);
            }
        }
        RecordStatus status = one(STATUSES);
        String data = status == RecordStatus.COMPLETED_WITHOUT_RESULT ? null : any(DATA);
        return new RandomCall.Complete(token(), status, data, one(durations));
    }

    private RandomCall renewal() {
        Duration keep = one(durations);
        return new RandomCall.Renew(token(), random.nextInt(3) == 0 ? Duration.ZERO : shorter(keep), keep);
    }

    private Duration shorter(Duration keep) {
        return durations.get(random.nextInt(durations.indexOf(keep) + 1));
    }

    /** More often one of the last two than an older one. */
    private int token() {
        int last = claims.size() - 1;
        return random.nextInt(3) == 0 ? random.nextInt(last + 1) : Math.max(0, last - random.nextInt(2));
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private @Nullable String any(List<@Nullable String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
