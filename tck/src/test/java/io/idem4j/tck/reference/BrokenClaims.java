package io.idem4j.tck.reference;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Claims that break S-01 to S-04. */
final class BrokenClaims {
    private BrokenClaims() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore(
                        "S-01",
                        "decides on what it saw before another acquired",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            @Nullable Row decidedOn(Call call) {
                                return call.looked() == null ? null : newest(call);
                            }
                        }),
                new BrokenStore(
                        "S-01",
                        "fails a claim when the record went away meanwhile",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            @Nullable Row decidedOn(Call call) {
                                if (call.looked() != null && newest(call) == null) {
                                    throw new InconsistentStateException(call.key(), "the record went away", null);
                                }
                                return newest(call);
                            }
                        }),
                new BrokenStore(
                        "S-01",
                        "joins the parts of a key ambiguously",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            String id(IdempotencyKey key) {
                                return key.scope() + "#" + key.principal() + "#" + key.value();
                            }
                        }),
                new BrokenStore(
                        "S-01",
                        "does not tell upper from lower case in keys",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            String id(IdempotencyKey key) {
                                return key.id().toLowerCase(Locale.ROOT);
                            }
                        }),
                new BrokenStore("S-01", "trims keys", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    String id(IdempotencyKey key) {
                        return key.id().replace(" #", "#");
                    }
                }),
                new BrokenStore(
                        "S-02",
                        "takes a claim for lapsed at the very end of its lease",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isLapsed(Row row, Instant now, Duration late) {
                                return row.leaseUntil != null && !now.isBefore(row.leaseUntil.plus(late));
                            }
                        }),
                new BrokenStore(
                        "S-02",
                        "takes a claim without a lease end for lapsed",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isLapsed(Row row, Instant now, Duration late) {
                                return row.leaseUntil == null || super.isLapsed(row, now, late);
                            }
                        }),
                new BrokenStore(
                        "S-03",
                        "decides a takeover on what it saw before",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            @Nullable Row decidedOn(Call call) {
                                return call.looked() == null ? newest(call) : call.looked();
                            }
                        }),
                new BrokenStore(
                        "S-03",
                        "gives the status of before with the data of now",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            StoredRecord read(Row row, Instant now) {
                                Row torn = row.copy();
                                torn.completedAt = null;
                                return torn.seen(now);
                            }
                        }),
                new BrokenStore(
                        "S-04", "lets an expired record bar a claim", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isExpired(Row row, Instant now, Duration late) {
                                return late.isZero() && super.isExpired(row, now, late);
                            }
                        }),
                new BrokenStore("S-04", "finds expired records", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean hiddenFromFind(Row row, Instant now) {
                        return false;
                    }
                }),
                new BrokenStore(
                        "S-04",
                        "takes a record for expired at the very instant",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isExpired(Row row, Instant now, Duration late) {
                                return !now.isBefore(row.expiresAt.plus(late));
                            }
                        }));
    }
}
