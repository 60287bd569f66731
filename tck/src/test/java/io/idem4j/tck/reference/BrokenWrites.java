package io.idem4j.tck.reference;

import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Writes by token that break S-07, S-08 and S-09. */
final class BrokenWrites {
    private BrokenWrites() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore("S-07", "completes for anybody", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    WriteResult completeAgain(Row row, ClaimToken claim, Completion completion) {
                        if (row.isInProgress()) {
                            put(settle(row.copy(), completion, clock.instant()));
                            return WriteResult.APPLIED;
                        }
                        return super.completeAgain(row, claim, completion);
                    }
                }),
                new BrokenStore("S-07", "releases for anybody", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean mayRelease(Row row, Token token) {
                        return row.isInProgress();
                    }
                }),
                new BrokenStore("S-07", "renews for anybody", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean mayRenew(Row row, Token token) {
                        return row.isInProgress();
                    }
                }),
                new BrokenStore(
                        "S-07", "deletes settled records on release", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean mayRelease(Row row, Token token) {
                                return holds(row, token);
                            }
                        }),
                new BrokenStore(
                        "S-07",
                        "prolongs settled records on renewal",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean mayRenew(Row row, Token token) {
                                return holds(row, token);
                            }
                        }),
                new BrokenStore(
                        "S-07", "reopens settled records on renewal", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean mayRenew(Row row, Token token) {
                                return holds(row, token);
                            }

                            @Override
                            Row renewed(Row row, Duration leaseFor, Duration keepFor, Instant now) {
                                row.status = RecordStatus.IN_PROGRESS;
                                return super.renewed(row, leaseFor, keepFor, now);
                            }
                        }),
                new BrokenStore("S-07", "completes what is absent", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    WriteResult completeAbsent(ClaimToken claim, Completion completion, Instant now) {
                        return WriteResult.APPLIED;
                    }
                }),
                new BrokenStore(
                        "S-07",
                        "fences the release of what is absent",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            WriteResult releaseAbsent() {
                                return WriteResult.FENCED;
                            }
                        }),
                new BrokenStore(
                        "S-08",
                        "fences a holder whose lease is over",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean holds(Row row, Token token) {
                                return super.holds(row, token)
                                        && !(row.isInProgress() && isLapsed(row, clock.instant(), Duration.ZERO));
                            }
                        }),
                new BrokenStore(
                        "S-08",
                        "fences a holder whose record is expired",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean holds(Row row, Token token) {
                                return super.holds(row, token) && !isExpired(row, clock.instant(), Duration.ZERO);
                            }
                        }),
                new BrokenStore("S-09", "trims data", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    StoredRecord read(Row row, Instant now) {
                        Row trimmed = row.copy();
                        trimmed.data = row.data == null ? null : row.data.strip();
                        return trimmed.seen(now);
                    }
                }),
                new BrokenStore("S-09", "writes null for no data", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    Row settle(Row row, Completion completion, Instant now) {
                        Row settled = super.settle(row, completion, now);
                        settled.data = String.valueOf(completion.data());
                        return settled;
                    }
                }),
                new BrokenStore(
                        "S-09", "takes the value null for no data", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row settle(Row row, Completion completion, Instant now) {
                                Row settled = super.settle(row, completion, now);
                                settled.data = "null".equals(completion.data()) ? null : completion.data();
                                return settled;
                            }
                        }),
                new BrokenStore("S-09", "prints numbers its own way", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    Row settle(Row row, Completion completion, Instant now) {
                        Row settled = super.settle(row, completion, now);
                        settled.data = completion.data() == null
                                ? null
                                : completion.data().replace("1.0", "1");
                        return settled;
                    }
                }),
                new BrokenStore(
                        "S-09", "keeps no characters beyond U+FFFF", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row settle(Row row, Completion completion, Instant now) {
                                Row settled = super.settle(row, completion, now);
                                settled.data = completion.data() == null
                                        ? null
                                        : completion.data().replaceAll("[^\\x{0}-\\x{FFFF}]", "?");
                                return settled;
                            }
                        }),
                new BrokenStore(
                        "S-09",
                        "keeps a result that could not be stored as one without value",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row settle(Row row, Completion completion, Instant now) {
                                Row settled = super.settle(row, completion, now);
                                settled.status = completion.status() == RecordStatus.FAILED
                                        ? RecordStatus.FAILED
                                        : RecordStatus.COMPLETED;
                                return settled;
                            }
                        }));
    }
}
