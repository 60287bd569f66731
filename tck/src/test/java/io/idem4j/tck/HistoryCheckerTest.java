package io.idem4j.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each planted fault stands beside the history that it spoils. */
class HistoryCheckerTest {
    private static final Duration PAST_THE_LEASE = Tale.LEASE.plusSeconds(1);

    private final HistoryChecker checker = new HistoryChecker(new RecordTable(), Duration.ZERO);
    private final Tale tale = new Tale();
    private final TestClaim a = tale.claimOf();
    private final TestClaim b = tale.claimOf();
    private final Instant start = tale.now();

    private void assertExplained() {
        assertThat(checker.fault(tale.events())).isEmpty();
    }

    private void assertNotExplained() {
        assertThat(checker.fault(tale.events()))
                .hasValueSatisfying(text -> assertThat(text).contains("no order of these calls"));
    }

    @Test
    void nothing_at_all_is_explained() {
        assertExplained();
    }

    @Test
    void one_of_two_claims_at_the_same_time_may_acquire() {
        Tale.Sent first = tale.claim(a);
        Tale.Sent second = tale.claim(b);
        first.given(tale.running(b, 1, start, start));
        second.acquired(1);
        assertExplained();
    }

    @Test
    void fault_two_claims_acquire_at_the_same_time() {
        Tale.Sent first = tale.claim(a);
        Tale.Sent second = tale.claim(b);
        first.acquired(1);
        second.acquired(1);
        assertNotExplained();
    }

    @Test
    void fault_a_claim_that_came_later_acquires_and_the_earlier_is_given_its_record() {
        tale.claim(a).given(tale.running(b, 1, start, start));
        tale.claim(b).acquired(1);
        assertNotExplained();
    }

    @Test
    void fault_a_replay_of_what_nobody_completed() {
        tale.claim(a).acquired(1).complete(a, "1").applied();
        tale.claim(b).given(tale.completed(a, 1, start, start, start, "2"));
        assertNotExplained();
    }

    @Test
    void a_completion_is_replayed() {
        tale.claim(a).acquired(1).complete(a, "1").applied();
        tale.claim(b).given(tale.completed(a, 1, start, start, start, "1"));
        assertExplained();
    }

    @Test
    void fault_a_completion_is_lost() {
        tale.claim(a).acquired(1).complete(a, "1").applied();
        tale.claim(b).acquired(1);
        assertNotExplained();
    }

    @Test
    void fault_a_look_sees_the_past() {
        tale.claim(a).acquired(1).complete(a, "1").applied();
        tale.find().found(tale.running(a, 1, start, start));
        assertNotExplained();
    }

    @Test
    void fault_a_live_claim_is_taken_over() {
        tale.claim(a).acquired(1).pass(Tale.LEASE);
        tale.claim(b).acquired(2);
        assertNotExplained();
    }

    @Test
    void a_lapsed_claim_is_taken_over_and_its_holder_fenced() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE);
        tale.claim(b).acquired(2).complete(a, "1").fenced().complete(b, "2").applied();
        tale.find().found(tale.completed(b, 2, start, tale.now(), tale.now(), "2"));
        assertExplained();
    }

    @Test
    void fault_a_fenced_holder_completes() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE);
        tale.claim(b).acquired(2).complete(a, "1").applied();
        assertNotExplained();
    }

    @Test
    void fault_a_fenced_holder_renews() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE);
        tale.claim(b).acquired(2).renew(a).applied();
        assertNotExplained();
    }

    @Test
    void fault_an_attempt_is_not_raised() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE);
        tale.claim(b).acquired(1);
        assertNotExplained();
    }

    @Test
    void fault_a_holder_that_nobody_took_over_is_fenced() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE).complete(a, "1").fenced();
        assertNotExplained();
    }

    @Test
    void fault_a_release_is_applied_and_the_claim_stays() {
        tale.claim(a).acquired(1).release(a).applied();
        tale.claim(b).given(tale.running(a, 1, start, start));
        assertNotExplained();
    }

    @Test
    void fault_a_settled_record_is_released() {
        tale.claim(a).acquired(1).complete(a, "1").applied().release(a).applied();
        assertNotExplained();
    }

    @Test
    void fault_a_claim_arrives_late_and_reopens_what_it_completed() {
        tale.claim(a).lost().claim(a).acquired(1).complete(a, "1").applied();
        tale.claim(a).acquired(1);
        assertNotExplained();
    }

    @Test
    void fault_a_result_shows_before_it_was_sent() {
        tale.claim(a).acquired(1);
        tale.find().found(tale.completed(a, 1, start, start, start, "1"));
        tale.complete(a, "1").applied();
        assertNotExplained();
    }

    @Test
    void fault_a_takeover_begins_a_new_life() {
        tale.claim(a).acquired(1).pass(PAST_THE_LEASE);
        tale.claim(b).acquired(2).find().found(tale.running(b, 2, tale.now(), tale.now()));
        assertNotExplained();
    }

    @Test
    void a_call_without_an_answer_may_have_been_carried_out() {
        tale.claim(a).acquired(1).complete(a, "1").lost();
        tale.claim(b).given(tale.completed(a, 1, start, start, start, "1"));
        assertExplained();
    }

    @Test
    void a_call_without_an_answer_may_not_have_been_carried_out() {
        tale.claim(a).acquired(1).complete(a, "1").lost().release(a).applied();
        tale.claim(b).acquired(1);
        assertExplained();
    }

    @Test
    void a_call_without_an_answer_may_be_carried_out_long_after() {
        tale.claim(a).acquired(1).release(a).lost();
        tale.find().found(tale.running(a, 1, start, start));
        tale.pass(Duration.ofSeconds(5)).find().found(null);
        tale.claim(b).acquired(1);
        assertExplained();
    }

    @Test
    void fault_a_call_without_an_answer_was_carried_out_and_then_not() {
        tale.claim(a).acquired(1).complete(a, "1").lost();
        tale.find().found(tale.completed(a, 1, start, start, start, "1"));
        tale.find().found(tale.running(a, 1, start, start));
        assertNotExplained();
    }

    @Test
    void fault_a_call_without_an_answer_was_carried_out_twice() {
        tale.claim(a).acquired(1).release(a).lost();
        tale.claim(b).acquired(1).find().found(null);
        assertNotExplained();
    }

    @Test
    void keys_are_looked_at_one_by_one() {
        Tale other = new Tale();
        TestClaim c = other.claimOf();
        tale.claim(a).acquired(1);
        other.claim(c).acquired(1).complete(c, "1").fenced();
        List<History.Event> both = new ArrayList<>(tale.events());
        both.addAll(other.events());
        assertThat(checker.fault(both))
                .hasValueSatisfying(text ->
                        assertThat(text).contains("*").contains("complete t0").contains("FENCED"));
    }
}
