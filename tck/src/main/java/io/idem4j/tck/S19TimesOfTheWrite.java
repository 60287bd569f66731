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
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        Holder holder = live();
        TestClaim waiting = claim().lease(Duration.ofMinutes(3));
        Instant[] waitedUntil = new Instant[1];

        ClaimResult result = interleaving.during(key(), store -> store.claim(waiting.request()), store -> {
            time().pass(time().brief());
            waitedUntil[0] = time().now();
            holder.on(store).release();
        });

        if (result instanceof ClaimResult.Existing) {
            throw Hook.gap("a claim that meets a live one does not wait in this store");
        }
        StoredRecord record = found();
        Instant earliest = waitedUntil[0].minus(subject().precision());
        assertThat(record.leaseUntil()).isAfterOrEqualTo(earliest.plus(Duration.ofMinutes(3)));
        assertThat(record.expiresAt()).isAfterOrEqualTo(earliest.plus(TestClaim.KEEP));
        assertThat(record.createdAt()).isAfterOrEqualTo(earliest);
    }

    @Test
    @Clause("S-19")
    void a_takeover_that_had_to_wait_starts_with_its_whole_lease() {
        Interleaving interleaving = subject().interleaving().orNotApplicable();
        Holder holder = lapsed();
        TestClaim waiting = claim().takingOver().lease(Duration.ofMinutes(3));
        Instant[] waitedUntil = new Instant[1];

        ClaimResult result = interleaving.during(key(), store -> store.claim(waiting.request()), store -> {
            holder.on(store).endLease();
            time().pass(time().brief());
            waitedUntil[0] = time().now();
        });

        assertThat(attemptOf(result)).isEqualTo(2);
        assertThat(found().leaseUntil())
                .isAfterOrEqualTo(waitedUntil[0].minus(subject().precision()).plus(Duration.ofMinutes(3)));
    }
}
