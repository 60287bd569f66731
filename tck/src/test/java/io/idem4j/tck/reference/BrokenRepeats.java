package io.idem4j.tck.reference;

import io.idem4j.RecordStatus;
import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Repeats and releases that break S-10 and S-12. */
final class BrokenRepeats {
    private BrokenRepeats() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore(
                        "S-10",
                        "keeps what was released as a lapsed claim",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            public WriteResult release(ClaimToken claim) {
                                return step(claim.key(), call -> {
                                    Row row = newest(call);
                                    if (row == null || !mayRelease(row, claim.token())) {
                                        return row == null ? WriteResult.APPLIED : WriteResult.FENCED;
                                    }
                                    put(extended(row.copy(), Duration.ZERO, Duration.ofHours(1), clock.instant()));
                                    return WriteResult.APPLIED;
                                });
                            }
                        }),
                new BrokenStore(
                        "S-12",
                        "does not restart the lease of a repeated claim",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row repeat(Row row, ClaimRequest request, Instant now) {
                                return row;
                            }
                        }),
                new BrokenStore(
                        "S-12",
                        "takes a repeated claim for a duplicate",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isRepeat(Row row, ClaimRequest request) {
                                return false;
                            }
                        }),
                new BrokenStore(
                        "S-12", "counts a repeat as a takeover", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row repeat(Row row, ClaimRequest request, Instant now) {
                                return takeOver(row, request, now);
                            }
                        }),
                new BrokenStore(
                        "S-12",
                        "refuses the repeat of a lapsed claim",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isRepeat(Row row, ClaimRequest request) {
                                return super.isRepeat(row, request) && !isLapsed(row, clock.instant(), Duration.ZERO);
                            }
                        }),
                new BrokenStore(
                        "S-12",
                        "reopens a completed record when its claim arrives late",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isRepeat(Row row, ClaimRequest request) {
                                return holds(row, request.token());
                            }

                            @Override
                            Row repeat(Row row, ClaimRequest request, Instant now) {
                                row.status = RecordStatus.IN_PROGRESS;
                                return super.repeat(row, request, now);
                            }
                        }),
                new BrokenStore(
                        "S-12",
                        "overwrites with a repeated complete",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            WriteResult completeAgain(Row row, ClaimToken claim, Completion completion) {
                                if (holds(row, claim.token())) {
                                    put(settle(row.copy(), completion, clock.instant()));
                                }
                                return super.completeAgain(row, claim, completion);
                            }
                        }),
                new BrokenStore("S-12", "fences a repeated complete", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    WriteResult completeAgain(Row row, ClaimToken claim, Completion completion) {
                        return WriteResult.FENCED;
                    }
                }),
                new BrokenStore(
                        "S-12",
                        "brings a forgotten record back with a late complete",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            WriteResult completeAbsent(ClaimToken claim, Completion completion, Instant now) {
                                Row row = new Row(claim.key(), now);
                                row.token = claim.token();
                                put(settle(row, completion, now));
                                return WriteResult.APPLIED;
                            }
                        }));
    }
}
