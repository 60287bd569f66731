package io.idem4j.tck;

import static java.util.stream.Collectors.joining;

import io.idem4j.IdempotencyKey;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.IdempotencyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One script on one key of a store, beside the table: after each call, the records that the store may have. */
final class RandomRun {
    private final IdempotencyStore store;
    private final RecordTable table;
    private final Answers answers;
    private final IdempotencyKey key = Keys.fresh();
    private final List<Token> tokens =
            Stream.generate(Keys::token).limit(RandomScript.TOKENS).toList();
    private final Wording wording = new Wording();
    private final List<StoredRecord> seen = new ArrayList<>();
    private final List<Supplier<String>> trace = new ArrayList<>();
    private Set<Optional<StoredRecord>> possible = Set.of(Optional.empty());
    private @Nullable String disagreement;

    RandomRun(IdempotencyStore store, RecordTable table, Answers answers) {
        this.store = store;
        this.table = table;
        this.answers = answers;
    }

    /** Makes the call, by the store's clock at {@code now}, and looks it up. */
    void make(RandomCall call, Instant now) {
        if (disagreement != null) {
            return;
        }
        Optional<StoreCall> resolved = call.resolve(key, tokens, seen);
        if (resolved.isEmpty()) {
            trace.add(call::toString);
            return;
        }
        StoreAnswer answer;
        try {
            answer = resolved.get().on(store);
        } catch (RuntimeException thrown) {
            trace.add(() -> call + " -> " + thrown);
            disagreement = "no call may fail here";
            return;
        }
        remember(answer);
        trace.add(() -> call + " at " + now + " -> " + wording.of(answer));
        compare(resolved.get(), answer, now);
    }

    private void compare(StoreCall call, StoreAnswer answer, Instant now) {
        Set<Optional<StoredRecord>> next = new LinkedHashSet<>();
        for (Optional<StoredRecord> record : possible) {
            for (RecordTable.Step step : table.steps(record, call, now)) {
                if (answers.match(answer, step.answer())) {
                    next.add(step.record());
                }
            }
        }
        if (next.isEmpty()) {
            disagreement = possible.stream()
                    .flatMap(record -> table.steps(record, call, now).stream())
                    .map(step -> wording.of(step.answer()))
                    .distinct()
                    .collect(joining(" or ", "the table allows only ", ""));
        }
        possible = next;
    }

    /** Somebody purged: whatever is expired may be gone. */
    void purged(Instant now) {
        Set<Optional<StoredRecord>> next = new LinkedHashSet<>(possible);
        trace.add(() -> "purge at " + now);
        if (possible.stream().flatMap(Optional::stream).anyMatch(record -> table.isExpired(record, now))) {
            next.add(Optional.empty());
        }
        possible = next;
    }

    private void remember(StoreAnswer answer) {
        if (answer instanceof StoreAnswer.Found found) {
            found.record().ifPresent(seen::add);
        } else if (answer instanceof StoreAnswer.Claimed claimed
                && claimed.result() instanceof ClaimResult.Existing existing) {
            seen.add(existing.record());
        }
    }

    boolean disagrees() {
        return disagreement != null;
    }

    /** Calls and answers, and what the last answer should have been. */
    String report() {
        List<String> lines = new ArrayList<>();
        trace.forEach(line -> lines.add(line.get()));
        if (disagreement != null) {
            lines.add("but " + disagreement);
        }
        return String.join("\n  ", lines);
    }
}
