package io.idem4j.dynamodb;

import static io.idem4j.spi.WriteResult.APPLIED;
import static io.idem4j.spi.WriteResult.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult.Acquired;
import io.idem4j.spi.ClaimResult.Existing;
import io.idem4j.tck.Clause;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Holders whose record is expired, and which the service has not deleted yet (S-08). */
class LateHoldersTest extends OnDynamo {
    private final ClaimRequest claim = claim(key);

    private void expired() {
        store.claim(claim);
        clock.advance(KEEP.plusMillis(1));
        assertThat(store.find(key)).isEmpty();
    }

    @Test
    @Clause("S-08")
    void one_completes_and_is_replayed() {
        expired();
        assertThat(store.complete(of(claim), done())).isEqualTo(APPLIED);
        assertThat(((Existing) store.claim(claim(key))).record().data()).isEqualTo(DATA);
        clock.advance(KEEP.plus(Duration.ofMillis(1)));
        assertThat(store.complete(of(claim), done())).isEqualTo(APPLIED);
        assertThat(store.renew(of(claim), LEASE, KEEP)).isEqualTo(FENCED);
        assertThat(store.release(of(claim))).isEqualTo(FENCED);
    }

    @Test
    @Clause("S-08")
    void one_renews_and_is_live_again() {
        expired();
        assertThat(store.renew(of(claim), LEASE, KEEP)).isEqualTo(APPLIED);
        assertThat(store.claim(claim(key))).isInstanceOf(Existing.class);
    }

    @Test
    @Clause("S-08")
    void one_releases() {
        expired();
        assertThat(store.release(of(claim))).isEqualTo(APPLIED);
        assertThat(item()).isEmpty();
    }

    @Test
    @Clause({"S-07", "S-08"})
    void none_changes_the_record_that_was_claimed_since() {
        expired();
        ClaimRequest next = claim(key);
        assertThat(store.claim(next)).isEqualTo(new Acquired(1));
        assertThat(store.complete(of(claim), done())).isEqualTo(FENCED);
        assertThat(store.renew(of(claim), LEASE, KEEP)).isEqualTo(FENCED);
        assertThat(store.release(of(claim))).isEqualTo(FENCED);
        assertThat(store.find(key).orElseThrow().token()).isEqualTo(next.token());
    }
}
