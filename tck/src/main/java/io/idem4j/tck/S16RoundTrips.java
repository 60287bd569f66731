package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimResult;
import io.idem4j.tck.RoundTrips.Situation;
import org.junit.jupiter.api.Test;

/** S-16. */
abstract class S16RoundTrips extends ClauseTests {
    S16RoundTrips(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-16")
    void a_claim_takes_one() {
        assertTakes(Situation.CLAIM_ABSENT, () -> live());
        assertTakes(Situation.CLAIM_HELD, () -> recordOf(claimAnew()));
        Holder expired = expired(claim().key(Keys.fresh()));
        assertTakes(
                Situation.CLAIM_EXPIRED,
                () -> live(claim().key(expired.request().key())));
    }

    @Test
    @Clause("S-16")
    void a_replay_takes_one() {
        for (RecordStatus status : SETTLED) {
            Holder holder = settled(claim().key(Keys.fresh()), status, Holder.RETENTION);
            TestClaim duplicate = claim().key(holder.request().key());
            assertTakes(Situation.REPLAY, () -> recordOf(store().claim(duplicate.request())));
        }
    }

    @Test
    @Clause("S-16")
    void a_first_execution_takes_two() {
        TestClaim claim = claim();
        RoundTrips trips = subject().roundTrips().orNotApplicable();
        assertThat(trips.allowed(Situation.CLAIM_ABSENT) + trips.allowed(Situation.COMPLETE))
                .isEqualTo(2);
        assertTakes(Situation.CLAIM_ABSENT, () -> live(claim));
        assertTakes(Situation.COMPLETE, () -> new Holder(store(), claim.request(), 1).complete(DATA));
    }

    @Test
    @Clause("S-16")
    void releasing_and_renewing_take_one() {
        Holder holder = live();
        assertTakes(Situation.RENEW, holder::renew);
        assertTakes(Situation.RELEASE, holder::release);
    }

    @Test
    @Clause("S-16")
    void a_takeover_and_a_repeated_claim_take_what_the_store_says() {
        lapsed();
        TestClaim taking = claim().takingOver();
        assertTakes(Situation.TAKEOVER, () -> assertAcquired(store().claim(taking.request())));
        assertTakes(Situation.REPEATED_CLAIM, () -> assertAcquired(store().claim(taking.request())));
    }

    private static void assertAcquired(ClaimResult result) {
        assertThat(result).isEqualTo(new ClaimResult.Acquired(2));
    }

    private void assertTakes(Situation situation, Runnable call) {
        RoundTrips trips = subject().roundTrips().orNotApplicable();
        long before = trips.total();
        call.run();
        assertThat(trips.total() - before).as("round trips of %s", situation).isEqualTo(trips.allowed(situation));
    }
}
