package io.idem4j.tck.reference;

import io.idem4j.spi.ClaimRequest;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import io.idem4j.spi.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Times and expiry that break S-14, S-18, S-19, S-22 and S-23. */
final class BrokenTimes {
    private BrokenTimes() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore(
                        "S-14", "counts retention from the claim", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row settle(Row row, Completion completion, Instant now) {
                                Row settled = super.settle(row, completion, now);
                                settled.expiresAt =
                                        Objects.requireNonNull(row.createdAt).plus(completion.retention());
                                return settled;
                            }
                        }),
                new BrokenStore("S-14", "purges what is settled", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isPurgeable(Row row, Instant now) {
                        return !row.isInProgress() || super.isPurgeable(row, now);
                    }
                }),
                new BrokenStore("S-14", "purges what is lapsed", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isPurgeable(Row row, Instant now) {
                        return isLapsed(row, now, Duration.ZERO) || super.isPurgeable(row, now);
                    }
                }),
                new BrokenStore(
                        "S-14", "purges without looking again", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isStillPurgeable(Row row, Instant now) {
                                return true;
                            }
                        }),
                new BrokenStore("S-14", "purges without bound", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    public int purge(int limit) {
                        return super.purge(Integer.MAX_VALUE);
                    }
                }),
                new BrokenStore("S-14", "purges at the very instant", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isPurgeable(Row row, Instant now) {
                        return !now.isBefore(row.expiresAt);
                    }
                }),
                new BrokenStore("S-14", "purges nothing", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    public int purge(int limit) {
                        return 0;
                    }
                }),
                new BrokenStore(
                        "S-18",
                        "does not move the expiry when it renews",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row renewed(Row row, Duration leaseFor, Duration keepFor, Instant now) {
                                Instant old = row.expiresAt;
                                Row renewed = super.renewed(row, leaseFor, keepFor, now);
                                renewed.expiresAt = old;
                                return renewed;
                            }
                        }),
                new BrokenStore("S-18", "only ever prolongs a lease", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    Row renewed(Row row, Duration leaseFor, Duration keepFor, Instant now) {
                        Instant old = row.leaseUntil;
                        Row renewed = super.renewed(row, leaseFor, keepFor, now);
                        if (!leaseFor.isZero()
                                && old != null
                                && old.isAfter(Objects.requireNonNull(renewed.leaseUntil))) {
                            renewed.leaseUntil = old;
                        }
                        return renewed;
                    }
                }),
                new BrokenStore(
                        "S-18",
                        "does not move the expiry at a takeover",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row takeOver(Row row, ClaimRequest request, Instant now) {
                                Instant old = row.expiresAt;
                                Row taken = super.takeOver(row, request, now);
                                taken.expiresAt = old;
                                return taken;
                            }
                        }),
                new BrokenStore(
                        "S-19",
                        "takes the time at which the call began",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Instant timeOfWrite(Call call) {
                                return call.begun();
                            }
                        }),
                new BrokenStore(
                        "S-22",
                        "releases where it should end the lease",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            public WriteResult renew(ClaimToken claim, Duration leaseFor, Duration keepFor) {
                                return leaseFor.isZero() ? release(claim) : super.renew(claim, leaseFor, keepFor);
                            }
                        }),
                new BrokenStore(
                        "S-22",
                        "ends a lease at now, which is not yet lapsed",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Instant endedLease(Instant now) {
                                return now;
                            }
                        }),
                new BrokenStore(
                        "S-22", "expires the record with its lease", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row renewed(Row row, Duration leaseFor, Duration keepFor, Instant now) {
                                return super.renewed(
                                        row, leaseFor, leaseFor.isZero() ? Duration.ofNanos(1) : keepFor, now);
                            }
                        }),
                new BrokenStore(
                        "S-23",
                        "leaves no margin before it takes over",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isLapsed(Row row, Instant now, Duration late) {
                                return super.isLapsed(row, now, Duration.ZERO);
                            }
                        }),
                new BrokenStore(
                        "S-23",
                        "leaves no margin before it claims an expired record",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isExpired(Row row, Instant now, Duration late) {
                                return super.isExpired(row, now, Duration.ZERO);
                            }
                        }),
                new BrokenStore(
                        "S-23",
                        "forgets the margin when it ends a lease",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Instant endedLease(Instant now) {
                                return now.minusNanos(1);
                            }
                        }));
    }
}
