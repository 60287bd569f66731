package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.StoredRecord;
import io.idem4j.spi.ClaimResult;
import java.util.List;

/** What holds after claims at the same time. */
final class Races {
    private Races() {}

    /** One acquired with this attempt, everybody else got its record; answers which one. */
    static int assertOneAcquired(List<TestClaim> claims, List<ClaimResult> results, int attempt) {
        int winner = -1;
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof ClaimResult.Acquired acquired) {
                assertThat(winner)
                        .as("index of a claim that acquired before claim %s did", i)
                        .isEqualTo(-1);
                assertThat(acquired.attempt()).as("attempt").isEqualTo(attempt);
                winner = i;
            }
        }
        assertThat(winner).as("index of the claim that acquired").isNotNegative();
        for (int i = 0; i < results.size(); i++) {
            if (i != winner) {
                StoredRecord seen = ClauseTests.recordOf(results.get(i));
                assertThat(seen.token())
                        .as("token in the record that claim %s got", i)
                        .isEqualTo(claims.get(winner).request().token());
            }
        }
        return winner;
    }
}
