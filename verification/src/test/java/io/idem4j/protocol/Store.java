package io.idem4j.protocol;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import io.idem4j.tck.RecordTable;
import io.idem4j.tck.StoreAnswer;
import io.idem4j.tck.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The contract kit's own table, asked about cells: each cell and message is translated once, and the answer kept. Time stands
 * still while a call is answered; the tick is a minute.
 */
final class Store {
    static final int LEASE = 1;
    static final int RETENTION = 2;
    static final int IN_DOUBT_RETENTION = 3;

    private static final IdempotencyKey KEY = IdempotencyKey.of("model", "the-key");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration TICK = Duration.ofMinutes(1);
    private static final Answer[] ANSWERS = Answer.values();

    /** What a call was answered. */
    enum Answer {
        ACQUIRED,
        EXISTING,
        APPLIED,
        FENCED,
        FOUND,
        NOT_FOUND
    }

    /** What a store does with one record; the table, or the table with one rule taken out. */
    interface Rule {
        RecordTable.Step step(Optional<StoredRecord> record, StoreCall call, Instant now);
    }

    private final Rule rule;
    private final Scenario scenario;
    private final Rules rules;
    private final int[][] known = new int[1 << Message.WIDTH][];

    Store(Rule rule, Scenario scenario, Rules rules) {
        this.rule = rule;
        this.scenario = scenario;
        this.rules = rules;
    }

    /** The table as it stands, for a store that keeps expired records until they are purged or claimed. */
    static Rule table() {
        RecordTable table = new RecordTable();
        return (record, call, now) -> {
            var steps = table.steps(record, call, now);
            if (steps.size() != 1) {
                throw new IllegalStateException("the table leaves a choice: " + call);
            }
            return steps.iterator().next();
        };
    }

    /** Under which token somebody's calls are made. */
    int token(int who) {
        boolean second = scenario.oneExecution() && who == 1;
        return second && !rules.keeps(Rules.Broken.TOKEN_IS_NEW) ? 0 : who;
    }

    int keepFor(int who) {
        boolean longer = scenario.mode().canBeInDoubt() && rules.keeps(Rules.Broken.DOUBT_IS_KEPT_LONGER);
        return longer || who == World.OPERATOR ? IN_DOUBT_RETENTION : RETENTION;
    }

    /** The record afterwards, and above {@link Cell#WIDTH} bits the answer. */
    int apply(int cell, int message) {
        int[] ofMessage = known[message];
        if (ofMessage == null) {
            ofMessage = new int[1 << Cell.WIDTH];
            known[message] = ofMessage;
        }
        if (ofMessage[cell] == 0) {
            ofMessage[cell] = asked(cell, message);
        }
        return ofMessage[cell];
    }

    static int cellOf(int applied) {
        return applied & (1 << Cell.WIDTH) - 1;
    }

    static Answer answerOf(int applied) {
        return ANSWERS[(applied >> Cell.WIDTH) - 1];
    }

    private int asked(int cell, int message) {
        RecordTable.Step step = rule.step(record(cell), call(cell, message), NOW);
        int after = step.record().map(Store::cell).orElse(Cell.NONE);
        return after | (answer(step.answer()).ordinal() + 1) << Cell.WIDTH;
    }

    private static Answer answer(StoreAnswer answer) {
        if (answer instanceof StoreAnswer.Claimed claimed) {
            return claimed.result() instanceof ClaimResult.Acquired ? Answer.ACQUIRED : Answer.EXISTING;
        }
        if (answer instanceof StoreAnswer.Written written) {
            return written.result() == WriteResult.APPLIED ? Answer.APPLIED : Answer.FENCED;
        }
        return ((StoreAnswer.Found) answer).record().isPresent() ? Answer.FOUND : Answer.NOT_FOUND;
    }

    private StoreCall call(int cell, int message) {
        int by = Message.by(message);
        ClaimToken claim = new ClaimToken(KEY, named(token(by)));
        return switch (Message.kind(message)) {
            case CLAIM -> new StoreCall.Claim(request(cell, by, claim.token()));
            case COMPLETE ->
                new StoreCall.Complete(
                        claim, new Completion(RecordStatus.COMPLETED, text(Message.data(message)), ticks(RETENTION)));
            case RELEASE -> new StoreCall.Release(claim);
            case RENEW -> new StoreCall.Renew(claim, ticks(LEASE), ticks(keepFor(by)));
            case KEEP -> new StoreCall.Renew(claim, Duration.ZERO, ticks(keepFor(by)));
            case FORGET ->
                new StoreCall.Forget(record(Cell.of(
                                Message.seenStatus(message),
                                Message.data(message),
                                1,
                                Cell.OVER,
                                Cell.OVER,
                                World.NOBODY,
                                0))
                        .orElseThrow());
            case FIND -> new StoreCall.Find(KEY);
            case NONE -> throw new IllegalArgumentException("no message");
        };
    }

    /** An operator claims with the record's own fingerprint (E-19). */
    private ClaimRequest request(int cell, int by, Token token) {
        boolean client = by < World.CLIENTS;
        int payload = client ? scenario.payload(by) : Cell.payload(cell);
        return new ClaimRequest(
                KEY,
                token,
                client ? owner(by) : null,
                payload == 0 ? null : new Fingerprint("payload-" + payload),
                ticks(LEASE),
                ticks(keepFor(by)),
                by == World.OPERATOR ? Integer.MAX_VALUE : scenario.mode().takeOverBelow(),
                "model");
    }

    private String owner(int client) {
        return scenario.oneExecution() && client < 2 ? "execution" : null;
    }

    private static Duration ticks(int count) {
        return TICK.multipliedBy(count);
    }

    private static Token named(int who) {
        return new Token("t" + who);
    }

    private static String text(int who) {
        return "\"r" + who + "\"";
    }

    private static int number(String text) {
        return Integer.parseInt(text.replaceAll("\\D", ""));
    }

    private Optional<StoredRecord> record(int cell) {
        if (Cell.status(cell) == Cell.ABSENT) {
            return Optional.empty();
        }
        boolean completed = Cell.status(cell) == Cell.COMPLETED;
        int token = Cell.token(cell);
        return Optional.of(new StoredRecord(
                KEY,
                completed ? RecordStatus.COMPLETED : RecordStatus.IN_PROGRESS,
                named(token),
                token < World.CLIENTS ? owner(token) : null,
                Cell.payload(cell) == 0 ? null : new Fingerprint("payload-" + Cell.payload(cell)),
                Cell.attempt(cell),
                Cell.lease(cell) == Cell.NO_END ? null : NOW.plus(ticks(Cell.lease(cell))),
                NOW.plus(ticks(Cell.keep(cell))),
                NOW.minus(ticks(9)),
                completed ? NOW.minusSeconds(1) : null,
                completed && Cell.data(cell) != World.NOBODY ? text(Cell.data(cell)) : null,
                "model",
                NOW));
    }

    private static int cell(StoredRecord record) {
        boolean completed = record.status() == RecordStatus.COMPLETED;
        int lease = record.leaseUntil() == null ? Cell.NO_END : left(record.leaseUntil());
        return Cell.of(
                completed ? Cell.COMPLETED : Cell.IN_PROGRESS,
                number(record.token().value()),
                record.attempt(),
                completed ? Cell.OVER : lease,
                left(record.expiresAt()),
                record.data() == null ? World.NOBODY : number(record.data()),
                record.fingerprint() == null ? 0 : number(record.fingerprint().value()));
    }

    private static int left(Instant end) {
        return NOW.isAfter(end) ? Cell.OVER : (int) Duration.between(NOW, end).dividedBy(TICK);
    }
}
