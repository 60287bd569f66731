package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimToken;
import io.idem4j.spi.Completion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One line of a random script; tokens and records seen go by number, so that a script can run again on another key. */
sealed interface RandomCall {
    /** The call itself; empty for what is no call, or for what has seen nothing to act on. */
    Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen);

    /** Whether something that it sets ends briefly afterwards. */
    default boolean isBrief(Duration brief) {
        return false;
    }

    /** Time goes on. */
    record Pass(Duration by) implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.empty();
        }
    }

    /** Whatever is expired may go. */
    record Purge() implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.empty();
        }
    }

    /** A claim; with a number that was there before, a repeat or a late arrival. */
    record Claim(
            int token,
            @Nullable String owner,
            @Nullable String fingerprint,
            @Nullable Duration lease,
            Duration keep,
            int takeOverBelow)
            implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            TestClaim claim = TestClaim.of(key)
                    .token(tokens.get(token))
                    .owner(owner)
                    .fingerprint(fingerprint)
                    .lease(null)
                    .keep(keep)
                    .lease(lease)
                    .takingOverBelow(takeOverBelow)
                    .by("holder-" + token);
            return Optional.of(new StoreCall.Claim(claim.request()));
        }

        @Override
        public boolean isBrief(Duration brief) {
            return brief.equals(lease) || brief.equals(keep);
        }
    }

    /** A completion, perhaps sent again. */
    record Complete(
            int token, RecordStatus status, @Nullable String data, Duration retention) implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.of(new StoreCall.Complete(
                    new ClaimToken(key, tokens.get(token)), new Completion(status, data, retention)));
        }

        @Override
        public boolean isBrief(Duration brief) {
            return brief.equals(retention);
        }
    }

    /** A release, perhaps sent again. */
    record Release(int token) implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.of(new StoreCall.Release(new ClaimToken(key, tokens.get(token))));
        }
    }

    /** A renewal; with a lease of zero it ends the lease. */
    record Renew(int token, Duration lease, Duration keep) implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.of(new StoreCall.Renew(new ClaimToken(key, tokens.get(token)), lease, keep));
        }

        @Override
        public boolean isBrief(Duration brief) {
            return brief.equals(lease) || brief.equals(keep);
        }
    }

    /** A look. */
    record Find() implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return Optional.of(new StoreCall.Find(key));
        }
    }

    /** An operator deletes what was seen then; counted from the last record that was seen. */
    record Forget(int back) implements RandomCall {
        @Override
        public Optional<StoreCall> resolve(IdempotencyKey key, List<Token> tokens, List<StoredRecord> seen) {
            return seen.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new StoreCall.Forget(seen.get(Math.max(0, seen.size() - 1 - back))));
        }
    }
}
