package io.idem4j.tck;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestClassOrder;

/**
 * What every store must do. A store's author extends it, says how the store is opened, and runs it with JUnit.
 *
 * <p>The groups are the clauses of SPEC.md, in their order. What a store can't do, or a harness can't show, ends a test as
 * not applicable with the reason. On an injected clock no test waits; on a server's clock tests use short leases and wait,
 * within bounds, until the store's own clock has passed them.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@TestClassOrder(ClassOrderer.ClassName.class)
public abstract class StoreContract {
    private @Nullable StoreUnderTest subject;
    private @Nullable StoreClock time;

    /** For the author's class. */
    protected StoreContract() {}

    /** The store to test, before each test: a new one, or one that all tests share. */
    protected abstract StoreUnderTest open();

    @BeforeEach
    final void openStore() {
        StoreUnderTest opened = open();
        subject = opened;
        time = new StoreClock(opened);
    }

    @AfterEach
    final void closeStore() {
        if (subject != null) {
            subject.close();
        }
    }

    final StoreUnderTest subject() {
        return Objects.requireNonNull(subject, "open() was not called");
    }

    final StoreClock time() {
        return Objects.requireNonNull(time, "open() was not called");
    }

    /** S-01. */
    @Nested
    @DisplayName("S-01 one claim acquires")
    class S01 extends S01OneClaimAcquires {
        S01() {
            super(StoreContract.this);
        }
    }

    /** S-02. */
    @Nested
    @DisplayName("S-02 live until the lease ends")
    class S02 extends S02LiveUntilTheLeaseEnds {
        S02() {
            super(StoreContract.this);
        }
    }

    /** S-03. */
    @Nested
    @DisplayName("S-03 one snapshot")
    class S03 extends S03OneSnapshot {
        S03() {
            super(StoreContract.this);
        }
    }

    /** S-04. */
    @Nested
    @DisplayName("S-04 expired is absent")
    class S04 extends S04ExpiredIsAbsent {
        S04() {
            super(StoreContract.this);
        }
    }

    /** S-05. */
    @Nested
    @DisplayName("S-05 lapsed is taken over")
    class S05 extends S05LapsedIsTakenOver {
        S05() {
            super(StoreContract.this);
        }
    }

    /** S-06. */
    @Nested
    @DisplayName("S-06 tokens and attempts")
    class S06 extends S06TokensAndAttempts {
        S06() {
            super(StoreContract.this);
        }
    }

    /** S-07. */
    @Nested
    @DisplayName("S-07 fencing")
    class S07 extends S07Fencing {
        S07() {
            super(StoreContract.this);
        }
    }

    /** S-08. */
    @Nested
    @DisplayName("S-08 late holders")
    class S08 extends S08LateHolders {
        S08() {
            super(StoreContract.this);
        }
    }

    /** S-09. */
    @Nested
    @DisplayName("S-09 exact replay")
    class S09 extends S09ExactReplay {
        S09() {
            super(StoreContract.this);
        }
    }

    /** S-10. */
    @Nested
    @DisplayName("S-10 after a release")
    class S10 extends S10AfterARelease {
        S10() {
            super(StoreContract.this);
        }
    }

    /** S-11. */
    @Nested
    @DisplayName("S-11 fingerprints")
    class S11 extends S11Fingerprints {
        S11() {
            super(StoreContract.this);
        }
    }

    /** S-12. */
    @Nested
    @DisplayName("S-12 repeats")
    class S12 extends S12Repeats {
        S12() {
            super(StoreContract.this);
        }
    }

    /** S-13. */
    @Nested
    @DisplayName("S-13 failures")
    class S13 extends S13Failures {
        S13() {
            super(StoreContract.this);
        }
    }

    /** S-14. */
    @Nested
    @DisplayName("S-14 retention and purge")
    class S14 extends S14RetentionAndPurge {
        S14() {
            super(StoreContract.this);
        }
    }

    /** S-15. */
    @Nested
    @DisplayName("S-15 what does not fit")
    class S15 extends S15WhatDoesNotFit {
        S15() {
            super(StoreContract.this);
        }
    }

    /** S-16. */
    @Nested
    @DisplayName("S-16 round trips")
    class S16 extends S16RoundTrips {
        S16() {
            super(StoreContract.this);
        }
    }

    /** S-17. */
    @Nested
    @DisplayName("S-17 no write without need")
    class S17 extends S17NoWriteWithoutNeed {
        S17() {
            super(StoreContract.this);
        }
    }

    /** S-18. */
    @Nested
    @DisplayName("S-18 lease and expiry together")
    class S18 extends S18LeaseAndExpiryTogether {
        S18() {
            super(StoreContract.this);
        }
    }

    /** S-19. */
    @Nested
    @DisplayName("S-19 times of the write")
    class S19 extends S19TimesOfTheWrite {
        S19() {
            super(StoreContract.this);
        }
    }

    /** S-20. */
    @Nested
    @DisplayName("S-20 owners")
    class S20 extends S20Owners {
        S20() {
            super(StoreContract.this);
        }
    }

    /** S-21. */
    @Nested
    @DisplayName("S-21 forget")
    class S21 extends S21Forget {
        S21() {
            super(StoreContract.this);
        }
    }

    /** S-22. */
    @Nested
    @DisplayName("S-22 ending the lease")
    class S22 extends S22EndingTheLease {
        S22() {
            super(StoreContract.this);
        }
    }

    /** S-23. */
    @Nested
    @DisplayName("S-23 clock skew")
    class S23 extends S23ClockSkew {
        S23() {
            super(StoreContract.this);
        }
    }

    /** S-24. */
    @Nested
    @DisplayName("S-24 foreign rows")
    class S24 extends S24ForeignRows {
        S24() {
            super(StoreContract.this);
        }
    }

    /** All clauses of a record together. */
    @Nested
    @DisplayName("with random calls")
    class WithRandomCallsGroup extends WithRandomCalls {
        WithRandomCallsGroup() {
            super(StoreContract.this);
        }
    }

    /** Threads on one key. */
    @Nested
    @DisplayName("with threads")
    class WithThreadsGroup extends WithThreads {
        WithThreadsGroup() {
            super(StoreContract.this);
        }
    }
}
