package io.idem4j.tck;

import io.idem4j.StoredRecord;
import org.assertj.core.api.SoftAssertions;

/** Compares records. */
final class Records {
    private Records() {}

    /** Equal in everything but the moment at which they were read. */
    static void assertSame(StoredRecord actual, StoredRecord expected) {
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(actual.key()).as("key").isEqualTo(expected.key());
            softly.assertThat(actual.status()).as("status").isEqualTo(expected.status());
            softly.assertThat(actual.token()).as("token").isEqualTo(expected.token());
            softly.assertThat(actual.owner()).as("owner").isEqualTo(expected.owner());
            softly.assertThat(actual.fingerprint()).as("fingerprint").isEqualTo(expected.fingerprint());
            softly.assertThat(actual.attempt()).as("attempt").isEqualTo(expected.attempt());
            softly.assertThat(actual.leaseUntil()).as("leaseUntil").isEqualTo(expected.leaseUntil());
            softly.assertThat(actual.expiresAt()).as("expiresAt").isEqualTo(expected.expiresAt());
            softly.assertThat(actual.createdAt()).as("createdAt").isEqualTo(expected.createdAt());
            softly.assertThat(actual.completedAt()).as("completedAt").isEqualTo(expected.completedAt());
            softly.assertThat(actual.data()).as("data").isEqualTo(expected.data());
            softly.assertThat(actual.claimedBy()).as("claimedBy").isEqualTo(expected.claimedBy());
        });
    }
}
