package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares records. */
final class Records {
    private Records() {}

    /** Equal in everything but the moment at which they were read. */
    static void assertSame(StoredRecord actual, StoredRecord expected) {
        assertThat(differences(actual, expected))
                .as("differences of the record")
                .isEmpty();
    }

    private static List<String> differences(StoredRecord actual, StoredRecord expected) {
        List<String> differences = new ArrayList<>();
        compare(differences, "key", actual.key(), expected.key());
        compare(differences, "status", actual.status(), expected.status());
        compare(differences, "token", actual.token(), expected.token());
        compare(differences, "owner", actual.owner(), expected.owner());
        compare(differences, "fingerprint", actual.fingerprint(), expected.fingerprint());
        compare(differences, "attempt", actual.attempt(), expected.attempt());
        compare(differences, "leaseUntil", actual.leaseUntil(), expected.leaseUntil());
        compare(differences, "expiresAt", actual.expiresAt(), expected.expiresAt());
        compare(differences, "createdAt", actual.createdAt(), expected.createdAt());
        compare(differences, "completedAt", actual.completedAt(), expected.completedAt());
        compare(differences, "data", actual.data(), expected.data());
        compare(differences, "claimedBy", actual.claimedBy(), expected.claimedBy());
        return differences;
    }

    private static void compare(
            List<String> differences, String what, @Nullable Object actual, @Nullable Object expected) {
        if (!Objects.equals(actual, expected)) {
            differences.add(what + " is " + actual + ", not " + expected);
        }
    }
}
