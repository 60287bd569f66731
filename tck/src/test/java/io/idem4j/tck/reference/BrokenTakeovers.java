package io.idem4j.tck.reference;

import io.idem4j.Token;
import io.idem4j.spi.ClaimRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Takeovers that break S-05, S-06, S-11 and S-20. */
final class BrokenTakeovers {
    private BrokenTakeovers() {}

    static List<BrokenStore> all() {
        return List.of(
                new BrokenStore(
                        "S-05", "takes over whatever the bound", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean belowBound(Row row, ClaimRequest request) {
                                return true;
                            }
                        }),
                new BrokenStore(
                        "S-05", "takes over at the bound too", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean belowBound(Row row, ClaimRequest request) {
                                return row.attempt <= request.takeOverBelow();
                            }
                        }),
                new BrokenStore("S-05", "never takes over", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean belowBound(Row row, ClaimRequest request) {
                        return false;
                    }
                }),
                new BrokenStore("S-06", "does not raise the attempt", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    Row takeOver(Row row, ClaimRequest request, Instant now) {
                        Row taken = super.takeOver(row, request, now);
                        taken.attempt--;
                        return taken;
                    }
                }),
                new BrokenStore(
                        "S-06", "begins a new life at a takeover", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row takeOver(Row row, ClaimRequest request, Instant now) {
                                Row taken = super.takeOver(row, request, now);
                                taken.createdAt = now;
                                return taken;
                            }
                        }),
                new BrokenStore(
                        "S-06",
                        "keeps the token of the one that was taken over",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row takeOver(Row row, ClaimRequest request, Instant now) {
                                Token old = row.token;
                                Row taken = super.takeOver(row, request, now);
                                taken.token = old;
                                return taken;
                            }
                        }),
                new BrokenStore(
                        "S-06", "keeps the attempt beyond expiry", (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row begin(ClaimRequest request, Instant now) {
                                Row row = super.begin(request, now);
                                row.attempt = attempts.merge(id(request.key()), 1, Integer::sum);
                                return row;
                            }

                            private final java.util.Map<String, Integer> attempts = new java.util.HashMap<>();
                        }),
                new BrokenStore(
                        "S-11",
                        "replaces the fingerprint at a takeover",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row takeOver(Row row, ClaimRequest request, Instant now) {
                                Row taken = super.takeOver(row, request, now);
                                taken.fingerprint = request.fingerprint();
                                return taken;
                            }
                        }),
                new BrokenStore(
                        "S-11",
                        "takes over whatever the fingerprint",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean mismatches(Row row, ClaimRequest request) {
                                return false;
                            }
                        }),
                new BrokenStore(
                        "S-11",
                        "takes a record without a fingerprint for a match",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean mismatches(Row row, ClaimRequest request) {
                                return row.fingerprint != null && super.mismatches(row, request);
                            }
                        }),
                new BrokenStore("S-20", "ignores the owner", (clock, skew) -> new ReferenceStore(clock, skew) {
                    @Override
                    boolean isOfSameOwner(Row row, ClaimRequest request) {
                        return false;
                    }
                }),
                new BrokenStore(
                        "S-20",
                        "takes claims without an owner for those of one",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean isOfSameOwner(Row row, ClaimRequest request) {
                                return Objects.equals(row.owner, request.owner());
                            }
                        }),
                new BrokenStore(
                        "S-20",
                        "lets an owner take over whatever the bound",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            boolean belowBound(Row row, ClaimRequest request) {
                                return isOfSameOwner(row, request) || super.belowBound(row, request);
                            }
                        }),
                new BrokenStore(
                        "S-20",
                        "keeps the owner of the one that was taken over",
                        (clock, skew) -> new ReferenceStore(clock, skew) {
                            @Override
                            Row takeOver(Row row, ClaimRequest request, Instant now) {
                                String old = row.owner;
                                Row taken = super.takeOver(row, request, now);
                                taken.owner = old;
                                return taken;
                            }
                        }));
    }
}
