package io.idem4j.engine;

import io.idem4j.tck.StoreUnderTest;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Nested;

/**
 * What the engine does, clause by clause, on the store that a subclass opens. No test waits for a lease: a dead holder's
 * lease is ended through the store (S-22), so that each runs as fast on a server's clock as on a test's.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
abstract class EngineClauses {
    private StoreUnderTest subject;

    abstract StoreUnderTest open();

    /** In the median, after the completion that they wait for. */
    Duration waitersAnsweredWithin() {
        return Duration.ofMillis(25);
    }

    /** Whether the store tells other processes of changes. */
    boolean storeTells() {
        return true;
    }

    @BeforeEach
    void openStore() {
        subject = open();
    }

    @AfterEach
    void closeStore() {
        subject.close();
    }

    StoreUnderTest subject() {
        return Objects.requireNonNull(subject, "not open");
    }

    @Nested
    class Claiming extends ClaimingClauses {
        Claiming() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Failing extends FailureClauses {
        Failing() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Recording extends RecordingClauses {
        Recording() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Waiting extends WaitingClauses {
        Waiting() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Renewing extends RenewingClauses {
        Renewing() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Limited extends TimeLimitClauses {
        Limited() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Recovering extends RecoveryClauses {
        Recovering() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Outages extends OutageClauses {
        Outages() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Owners extends OwnerClauses {
        Owners() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Operators extends OperatorClauses {
        Operators() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Async extends AsyncClauses {
        Async() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Operations extends OperationClauses {
        Operations() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Caching extends CacheClauses {
        Caching() {
            super(EngineClauses.this);
        }
    }

    @Nested
    class Secrets extends SecretClauses {
        Secrets() {
            super(EngineClauses.this);
        }
    }
}
