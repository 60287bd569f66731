package io.idem4j.tck;

import io.idem4j.StoredRecord;
import io.idem4j.Token;
import io.idem4j.spi.ClaimResult;
import io.idem4j.spi.ClaimToken;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls and answers as failure messages tell them; tokens by number, in the order in which they come up. Not thread-safe. */
final class Wording {
    private final Map<Token, Integer> numbers = new HashMap<>();

    String of(StoreCall call) {
        if (call instanceof StoreCall.Claim claim) {
            return "claim %s, owner %s, fingerprint %s, lease %s, keep %s, take over below %d"
                    .formatted(
                            of(claim.request().token()),
                            claim.request().owner(),
                            claim.request().fingerprint() == null
                                    ? null
                                    : claim.request().fingerprint().value(),
                            claim.request().leaseFor(),
                            claim.request().keepFor(),
                            claim.request().takeOverBelow());
        }
        if (call instanceof StoreCall.Complete complete) {
            return "complete %s as %s with %s, retention %s"
                    .formatted(
                            of(complete.claim()),
                            complete.completion().status(),
                            complete.completion().data(),
                            complete.completion().retention());
        }
        if (call instanceof StoreCall.Release release) {
            return "release " + of(release.claim());
        }
        if (call instanceof StoreCall.Renew renew) {
            return "renew %s, lease %s, keep %s".formatted(of(renew.claim()), renew.leaseFor(), renew.keepFor());
        }
        return call instanceof StoreCall.Forget forget
                ? "forget %s under %s"
                        .formatted(forget.seen().status(), of(forget.seen().token()))
                : "find";
    }

    String of(StoreAnswer answer) {
        if (answer instanceof StoreAnswer.Written written) {
            return written.result().toString();
        }
        if (answer instanceof StoreAnswer.Found found) {
            return found.record().map(record -> "found " + of(record)).orElse("nothing");
        }
        ClaimResult result = ((StoreAnswer.Claimed) answer).result();
        if (result instanceof ClaimResult.Existing existing) {
            return "given " + of(existing.record());
        }
        return result instanceof ClaimResult.Acquired acquired ? "acquired, attempt " + acquired.attempt() : "held";
    }

    private String of(StoredRecord record) {
        return "%s under %s, attempt %d, data %s, owner %s, fingerprint %s, created %s, lease until %s, completed %s, expires %s, at %s"
                .formatted(
                        record.status(),
                        of(record.token()),
                        record.attempt(),
                        record.data(),
                        record.owner(),
                        record.fingerprint() == null
                                ? null
                                : record.fingerprint().value(),
                        record.createdAt(),
                        record.leaseUntil(),
                        record.completedAt(),
                        record.expiresAt(),
                        record.observedAt());
    }

    private String of(ClaimToken claim) {
        return of(claim.token());
    }

    private String of(@Nullable Token token) {
        return token == null ? "no token" : "t" + numbers.computeIfAbsent(token, unknown -> numbers.size());
    }
}
