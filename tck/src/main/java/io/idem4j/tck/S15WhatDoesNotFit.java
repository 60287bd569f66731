package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoredRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S-15. */
abstract class S15WhatDoesNotFit extends ClauseTests {
    private static final long TRIED_UP_TO = 64 << 20;

    S15WhatDoesNotFit(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-15")
    void data_that_is_too_large_is_refused_with_the_sizes_and_the_claim_stays_as_it_was() {
        int most = mostBytes();
        Holder holder = live();
        StoredRecord before = found();

        Throwable refused = catchThrowable(() -> holder.complete(JsonTexts.large(most + 1)));

        assertThat(refused).isInstanceOfSatisfying(RecordTooLargeException.class, tooLarge -> {
            assertThat(tooLarge.bytes()).as("bytes").isGreaterThan(tooLarge.limit());
            assertThat(tooLarge.getMessage())
                    .contains(Long.toString(tooLarge.bytes()))
                    .contains(Long.toString(tooLarge.limit()));
        });
        assertUnchanged(before);
        assertThat(holder.complete(RecordStatus.COMPLETED_WITHOUT_RESULT, null, Holder.RETENTION))
                .isEqualTo(APPLIED);
    }

    @Test
    @Clause("S-15")
    void size_counts_in_bytes_and_not_in_characters() {
        int most = mostBytes();
        Holder holder = live();
        StoredRecord before = found();
        String wide = "\"" + "é".repeat(most / 2) + "\"";

        assertThat(catchThrowable(() -> holder.complete(wide))).isInstanceOf(RecordTooLargeException.class);

        assertUnchanged(before);
    }

    @Test
    @Clause("S-15")
    void the_largest_data_that_the_store_promises_fits() {
        String text = JsonTexts.large(mostBytes());
        assertThat(live().complete(text)).isEqualTo(APPLIED);
        assertThat(found().data()).hasSize(text.length());
    }

    private int mostBytes() {
        long most = store().traits().maxDataBytes();
        if (most == Long.MAX_VALUE) {
            throw Hook.gap("the store takes data of any size");
        }
        if (most > TRIED_UP_TO) {
            throw Hook.gap("the store takes " + most + " bytes, more than a test can try");
        }
        return Math.toIntExact(most);
    }

    @Test
    @Clause("S-15")
    void the_longest_keys_work_or_are_refused_before_anything_is_written() {
        for (IdempotencyKey longest : longestKeys()) {
            TestClaim claim = claim().key(longest)
                    .owner("o".repeat(255))
                    .fingerprint("f".repeat(255))
                    .by("b".repeat(255));
            Throwable refused = catchThrowable(() -> store().claim(claim.request()));
            if (refused != null) {
                assertThat(refused).isInstanceOf(StoreRejectedException.class);
                assertThat(refused.getMessage()).containsPattern("\\d+");
                continue;
            }
            StoredRecord record = found(longest);
            assertThat(record.key()).isEqualTo(longest);
            assertThat(record.owner()).isEqualTo(claim.request().owner());
            assertThat(record.fingerprint()).isEqualTo(claim.request().fingerprint());
            assertThat(record.claimedBy()).isEqualTo(claim.request().claimedBy());
            assertThat(new Holder(store(), claim.request(), 1).complete(DATA)).isEqualTo(APPLIED);
            assertThat(found(longest).data()).isEqualTo(DATA);
        }
    }

    @Test
    @Clause("S-15")
    void the_longest_keys_differ_to_their_last_character() {
        for (IdempotencyKey longest : longestKeys()) {
            IdempotencyKey other = lastCharacterChanged(longest);
            if (catchThrowable(() -> live(claim().key(longest))) == null) {
                assertThat(live(claim().key(other)).attempt()).isEqualTo(1);
            }
        }
    }

    private static IdempotencyKey lastCharacterChanged(IdempotencyKey key) {
        String value = key.value().substring(0, key.value().length() - 1) + "x";
        return key.principal().isEmpty()
                ? IdempotencyKey.ofId(value)
                : IdempotencyKey.of(key.scope(), value).forPrincipal(key.principal());
    }

    private static List<IdempotencyKey> longestKeys() {
        String salt = Keys.fresh().value();
        return List.of(
                IdempotencyKey.of("s".repeat(120), salt + "v".repeat(255 - salt.length()))
                        .forPrincipal("p".repeat(255)),
                IdempotencyKey.of("日".repeat(70), salt + "日".repeat(120)).forPrincipal("日".repeat(120)),
                IdempotencyKey.of("%".repeat(120), salt + "#".repeat(255 - salt.length()))
                        .forPrincipal("#".repeat(255)),
                IdempotencyKey.ofId(salt + "i".repeat(1_000 - salt.length())));
    }
}
