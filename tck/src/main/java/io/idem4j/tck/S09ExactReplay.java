package io.idem4j.tck;

import static io.idem4j.spi.WriteResult.APPLIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** S-09. */
abstract class S09ExactReplay extends ClauseTests {
    S09ExactReplay(StoreContract contract) {
        super(contract);
    }

    @Test
    @Clause("S-09")
    void a_replay_returns_the_text_that_was_completed() {
        JsonTexts.small().forEach(this::assertReplayed);
    }

    @Test
    @Clause("S-09")
    void a_replay_returns_every_unicode_character() {
        JsonTexts.unicode().forEach(this::assertReplayed);
    }

    @Test
    @Clause("S-09")
    void a_replay_returns_json_a_thousand_levels_deep() {
        JsonTexts.deep(1_000).forEach(this::assertReplayed);
    }

    @Test
    @Clause("S-09")
    void a_replay_returns_a_megabyte() {
        String text = JsonTexts.large(1 << 20);
        long most = store().traits().maxDataBytes();
        if (text.getBytes(StandardCharsets.UTF_8).length > most) {
            throw Hook.gap("the store takes at most " + most + " bytes");
        }
        assertReplayed("1 MB", text);
    }

    private void assertReplayed(String what, String text) {
        Holder holder = live(claim().key(Keys.fresh()));
        assertThat(holder.complete(text)).as(what).isEqualTo(APPLIED);
        StoredRecord replay =
                recordOf(store().claim(claim().key(holder.request().key()).request()));
        assertSameText(what, replay.data(), text);
        assertSameText(what, found(holder.request().key()).data(), text);
    }

    private void assertSameText(String what, @Nullable String read, String written) {
        assertThat(read).as(what).isNotNull();
        boolean same = isSameData(written, String.valueOf(read));
        assertThat(same)
                .as("%s: %s", what, difference(written, String.valueOf(read)))
                .isTrue();
    }

    /** Where two texts part, in words that are short for texts of any length. */
    private static String difference(String written, String read) {
        int at = 0;
        while (at < written.length() && at < read.length() && written.charAt(at) == read.charAt(at)) {
            at++;
        }
        return "written with %s characters, read with %s; at %s written <%s>, read <%s>"
                .formatted(written.length(), read.length(), at, part(written, at), part(read, at));
    }

    private static String part(String text, int at) {
        return text.substring(Math.min(at, text.length()), Math.min(at + 20, text.length()));
    }

    @Test
    @Clause("S-09")
    void a_failure_is_replayed_as_one_with_its_text() {
        String failure = "{\"type\":\"a.B$C\",\"message\":\"\\u0000 é😀\"}";
        assertThat(live().complete(RecordStatus.FAILED, failure, Holder.RETENTION))
                .isEqualTo(APPLIED);
        StoredRecord replay = recordOf(claimAnew());
        assertThat(replay.status()).isEqualTo(RecordStatus.FAILED);
        assertSameText("failure", replay.data(), failure);
    }

    @Test
    @Clause("S-09")
    void a_value_no_value_and_a_result_that_could_not_be_stored_are_three_answers() {
        assertReplay(RecordStatus.COMPLETED, "null");
        assertReplay(RecordStatus.COMPLETED, "\"\"");
        assertReplay(RecordStatus.COMPLETED, null);
        assertReplay(RecordStatus.COMPLETED_WITHOUT_RESULT, null);
    }

    private void assertReplay(RecordStatus status, @Nullable String data) {
        Holder holder = live(claim().key(Keys.fresh()));
        assertThat(holder.complete(status, data, Holder.RETENTION)).isEqualTo(APPLIED);
        StoredRecord replay =
                recordOf(store().claim(claim().key(holder.request().key()).request()));
        assertThat(Map.entry(replay.status(), String.valueOf(replay.data())))
                .isEqualTo(Map.entry(status, String.valueOf(data)));
        assertThat(replay.data() == null).as("replays no data").isEqualTo(data == null);
    }
}
