package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the tests of every clause work with: the store, its clock, a key of their own, and records in each state. */
abstract class ClauseTests {
    static final String DATA = "{\"id\":\"o-1\"}";
    static final List<RecordStatus> SETTLED =
            List.of(RecordStatus.COMPLETED, RecordStatus.COMPLETED_WITHOUT_RESULT, RecordStatus.FAILED);

    private final StoreContract contract;
    private final IdempotencyKey key = Keys.fresh();

    ClauseTests(StoreContract contract) {
        this.contract = contract;
    }

    StoreUnderTest subject() {
        return contract.subject();
    }

    IdempotencyStore store() {
        return contract.subject().store();
    }

    StoreClock time() {
        return contract.time();
    }

    /** As {@link Tier#size}, and fewer where calls are slow. */
    int size(int full) {
        return Tier.size(Math.max(1, full / subject().slowness()));
    }

    /** This test's own. */
    IdempotencyKey key() {
        return key;
    }

    /** A claim of somebody new on this test's key. */
    TestClaim claim() {
        return TestClaim.of(key);
    }

    /** What a claim of somebody new, who would take over what is lapsed, gets. */
    ClaimResult claimAnew() {
        return store().claim(claim().takingOver().request());
    }

    /** A holder whose lease runs. */
    Holder live(TestClaim claim) {
        ClaimResult result = store().claim(claim.request());
        return new Holder(store(), claim.request(), attemptOf(result));
    }

    Holder live() {
        return live(claim());
    }

    /** A holder whose lease is over. */
    Holder lapsed(TestClaim claim) {
        Holder holder = live(claim.lease(time().brief()).keep(TestClaim.KEEP));
        time().pass(brieflyAfterNow());
        return holder;
    }

    Holder lapsed() {
        return lapsed(claim());
    }

    /** A holder whose record is expired, with its lease. */
    Holder expired(TestClaim claim) {
        Holder holder = live(claim.lease(time().brief()).keep(time().brief()));
        time().pass(brieflyAfterNow());
        return holder;
    }

    Holder expired() {
        return expired(claim());
    }

    private Instant brieflyAfterNow() {
        return time().now().plus(time().brief()).plus(subject().precision());
    }

    /** A holder that has settled its record. */
    Holder settled(TestClaim claim, RecordStatus status, Duration retention) {
        Holder holder = live(claim);
        assertThat(holder.complete(status, dataOf(status), retention)).isEqualTo(WriteResult.APPLIED);
        return holder;
    }

    Holder settled(RecordStatus status) {
        return settled(claim(), status, Holder.RETENTION);
    }

    Holder completed() {
        return settled(RecordStatus.COMPLETED);
    }

    /** A holder whose settled record is expired. */
    Holder settledAndExpired(RecordStatus status) {
        Holder holder = settled(claim(), status, time().brief());
        time().pass(brieflyAfterNow());
        return holder;
    }

    static @Nullable String dataOf(RecordStatus status) {
        return switch (status) {
            case COMPLETED -> DATA;
            case FAILED -> "{\"type\":\"java.io.IOException\",\"message\":\"no\"}";
            case COMPLETED_WITHOUT_RESULT, IN_PROGRESS -> null;
        };
    }

    /** The record as the store has it now. */
    StoredRecord found(IdempotencyKey of) {
        Optional<StoredRecord> record = store().find(of);
        assertThat(record).as("record of %s", of).isPresent();
        return record.orElseThrow();
    }

    StoredRecord found() {
        return found(key);
    }

    void assertAbsent() {
        assertThat(store().find(key)).as("record of %s", key).isEmpty();
    }

    /** Nothing of the record has changed. */
    void assertUnchanged(StoredRecord before) {
        Records.assertSame(found(before.key()), before);
    }

    /** The attempt of a claim that must have acquired. */
    static int attemptOf(ClaimResult result) {
        assertThat(result).as("a claim that acquires").isInstanceOf(ClaimResult.Acquired.class);
        return ((ClaimResult.Acquired) result).attempt();
    }

    /** The record that a claim must have been given. */
    static StoredRecord recordOf(ClaimResult result) {
        assertThat(result).as("a claim that gets the record").isInstanceOf(ClaimResult.Existing.class);
        return ((ClaimResult.Existing) result).record();
    }

    /** Whether a text that was read is the one that was written, as exactly as the store promises. */
    boolean isSameData(String written, String read) {
        return store().traits().exactText() ? written.equals(read) : subject().sameJson(written, read);
    }

    /** A value that our own records always have. */
    static <V> V known(@Nullable V value) {
        assertThat(value).as("a value that the store must keep").isNotNull();
        return Objects.requireNonNull(value);
    }
}
