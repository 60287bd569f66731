package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S-19. */
abstract class S19TimesOfTheWrite extends ClauseTests {
    S19TimesOfTheWrite(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-19")
    void times_are_those_at_which_it_was_written() {
        StoreClock.Window claiming = time().around(this::live);
        StoredRecord record = found();
        claiming.assertAt(record.createdAt(), Duration.ZERO, "createdAt");
        claiming.assertAt(record.leaseUntil(), TestClaim.LEASE, "leaseUntil");
        time().pass(time().brief());
        Holder holder = new Holder(store(), claim().token(known(record.token())).request(), 1);
        StoreClock.Window completing = time().around(() -> holder.complete(DATA));
        completing.assertAt(found().completedAt(), Duration.ZERO, "completedAt");
        assertThat(found().createdAt()).isEqualTo(record.createdAt());
    }

    @Test
    @Clause("S-19")
    void a_claim_that_had_to_wait_starts_with_its_whole_lease() {
        expired();
        Instant written = assertWholeLease(claim());
        assertThat(found().createdAt()).isAfterOrEqualTo(written);
    }

    @Test
    @Clause("S-19")
    void a_takeover_that_had_to_wait_starts_with_its_whole_lease() {
        lapsed();
        assertWholeLease(claim().takingOver());
    }

    private Instant assertWholeLease(TestClaim waiting) {
        Interleaving interleaving = subject().waitingWrites().orNotApplicable();
        Instant[] waitedUntil = new Instant[1];

        ClaimResult result = interleaving.during(key(), store -> store.claim(waiting.request()), store -> {
            time().pass(time().brief());
            waitedUntil[0] = time().now();
        });

        attemptOf(result);
        Instant earliest = waitedUntil[0].minus(subject().precision());
        assertThat(found().leaseUntil()).isAfterOrEqualTo(earliest.plus(TestClaim.LEASE));
        assertThat(found().expiresAt()).isAfterOrEqualTo(earliest.plus(TestClaim.KEEP));
        return earliest;
    }
}
