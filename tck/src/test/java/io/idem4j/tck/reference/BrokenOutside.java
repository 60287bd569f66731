package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordStatus;
import io.idem4j.StoreUnavailableException;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What breaks S-13, S-15 to S-17, S-21 and S-24: failures, sizes, round trips, operators, other libraries. */
final class BrokenOutside {
    private BrokenOutside() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore(
                        "S-13",
                        "says unavailable when a reply is lost",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            {
                                wire.mapping = (kind, key) -> new StoreUnavailableException(key, "no answer", null);
                            }
                        }),
                new BrokenStore(
                        "S-13",
                        "says unknown when nothing was written",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            {
                                wire.mapping = (kind, key) -> new OutcomeUnknownException(key, "no answer", null);
                            }
                        }),
                new BrokenStore(
                        "S-13", "tells the token in its message", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
                                wire.mapping = (kind, key) -> new StoreUnavailableException(
                                        key,
                                        "no connection for " + claim.token().value(),
                                        null);
                                try {
                                    return super.renew(claim, leaseFor, keepFor);
                                } finally {
                                    wire.mapping = Wire::wrapped;
                                }
                            }
                        }),
                new BrokenStore(
                        "S-15", "cuts data that is too large", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            void checkSize(IdempotencyKey key, @Nullable String data) {}

                            @Override
                            Row settle(Row row, Completion completion, Instant now) {
                                Row settled = super.settle(row, completion, now);
                                String data = completion.data();
                                settled.data =
                                        data == null ? null : data.substring(0, Math.min(data.length(), MOST_BYTES));
                                return settled;
                            }
                        }),
                new BrokenStore(
                        "S-15",
                        "settles the record before it refuses the data",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            public WriteResult complete(ClaimToken claim, Completion completion) {
                                try {
                                    return super.complete(claim, completion);
                                } finally {
                                    super.complete(
                                            claim,
                                            new Completion(
                                                    RecordStatus.COMPLETED_WITHOUT_RESULT,
                                                    null,
                                                    completion.retention()));
                                }
                            }
                        }),
                new BrokenStore("S-15", "counts characters", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    void checkSize(IdempotencyKey key, @Nullable String data) {
                        if (data != null && data.length() > MOST_BYTES) {
                            super.checkSize(key, data);
                        }
                    }
                }),
                new BrokenStore("S-15", "cuts long keys", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    String id(IdempotencyKey key) {
                        return key.id().substring(0, Math.min(255, key.id().length()));
                    }
                }),
                new BrokenStore(
                        "S-16",
                        "looks before it claims, in two round trips",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            public ClaimResult claim(ClaimRequest request) {
                                Optional<StoredRecord> seen = find(request.key());
                                return seen.filter(record -> record.status() != RecordStatus.IN_PROGRESS)
                                        .<ClaimResult>map(ClaimResult.Existing::new)
                                        .orElseGet(() -> super.claim(request));
                            }
                        }),
                new BrokenStore("S-16", "renews before it completes", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    public WriteResult complete(ClaimToken claim, Completion completion) {
                        find(claim.key());
                        return super.complete(claim, completion);
                    }
                }),
                new BrokenStore(
                        "S-17",
                        "writes the record again when it refuses a claim",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            ClaimResult refused(Row row, Instant now) {
                                put(row);
                                return super.refused(row, now);
                            }
                        }),
                new BrokenStore("S-21", "forgets whatever is there", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isWhatWasSeen(Row row, StoredRecord seen) {
                        return true;
                    }
                }),
                new BrokenStore("S-21", "forgets by token alone", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isWhatWasSeen(Row row, StoredRecord seen) {
                        return Objects.equals(row.token, seen.token());
                    }
                }),
                new BrokenStore("S-21", "forgets by status alone", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isWhatWasSeen(Row row, StoredRecord seen) {
                        return row.status == seen.status();
                    }
                }),
                new BrokenStore(
                        "S-21",
                        "forgets only what was not renewed since",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isWhatWasSeen(Row row, StoredRecord seen) {
                                return super.isWhatWasSeen(row, seen) && isSameForeignRow(row, seen);
                            }
                        }),
                new BrokenStore(
                        "S-21", "forgets any row without a token", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isSameForeignRow(Row row, StoredRecord seen) {
                                return true;
                            }
                        }),
                new BrokenStore(
                        "S-24",
                        "takes a foreign completion under its token for its own",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            WriteResult completeAgain(Row row, ClaimToken claim, Completion completion) {
                                return holds(row, claim.token()) ? WriteResult.APPLIED : WriteResult.FENCED;
                            }
                        }),
                new BrokenStore(
                        "S-24",
                        "lets anybody write to a row without a token",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean holds(Row row, Token token) {
                                return row.token == null || super.holds(row, token);
                            }
                        }),
                new BrokenStore(
                        "S-24",
                        "takes a foreign claim without a lease for lapsed",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isLapsed(Row row, Instant now, Duration late) {
                                return row.token == null || super.isLapsed(row, now, late);
                            }
                        }));
    }
}
