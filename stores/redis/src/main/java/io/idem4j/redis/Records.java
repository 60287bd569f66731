package io.idem4j.redis;

import io.idem4j.Fingerprint;
import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.RecordStatus;
import io.idem4j.StoredRecord;
import io.idem4j.Token;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values to records. Ours are laid out as record.lua says; of others, the members that they have count, and what makes
 * no sense is an {@link InconsistentStateException} that quotes nothing.
 */
final class Records {
    private static final String IN_PROGRESS = "INPROGRESS";
    private static final String OURS = ",\"idem4j\":1,";
    private static final int OURS_WITHIN = 64;
    /** What comes before the data, which ends the value but for its last bracket. */
    static final String DATA = ",\"data\":";

    private static final int NANOS = 9;
    private static final int LONGEST_NUMBER = 40;

    private Records() {}

    static String spelled(RecordStatus status) {
        return status == RecordStatus.IN_PROGRESS ? IN_PROGRESS : status.name();
    }

    static boolean isOurs(byte[] value) {
        int length = Math.min(value.length, OURS_WITHIN);
        return new String(value, 0, length, StandardCharsets.ISO_8859_1).contains(OURS);
    }

    static StoredRecord read(IdempotencyKey key, byte[] value, long observedAt) {
        String text = new String(value, StandardCharsets.UTF_8);
        try {
            return record(key, text, Instant.ofEpochMilli(observedAt));
        } catch (RuntimeException e) {
            throw new InconsistentStateException(
                    key,
                    "the value is no record, or has a status, time, token or attempt that can't be; nothing was written",
                    null);
        }
    }

    /** Data that is no JSON stands in ours as it was given, so that it is cut off before anything is read. */
    private static StoredRecord record(IdempotencyKey key, String text, Instant observedAt) {
        int data = text.indexOf(DATA);
        if (data < 0 || !text.substring(0, Math.min(data, OURS_WITHIN)).contains(OURS)) {
            return record(key, Members.of(text), null, observedAt);
        }
        String meta = text.substring(0, data) + "}";
        return record(key, Members.of(meta), text.substring(data + DATA.length(), text.length() - 1), observedAt);
    }

    private static StoredRecord record(
            IdempotencyKey key, Map<String, String> members, @Nullable String ownData, Instant observedAt) {
        RecordStatus status = status(members);
        String token = string(members, "token");
        String attempt = members.get("attempt");
        String validation = string(members, "validation");
        Instant expiresAt = millis(members, "expires_at");
        Instant leaseUntil = millis(members, "in_progress_expiration");
        boolean endless = expiresAt != null && leaseUntil != null && leaseUntil.isAfter(expiresAt);
        return new StoredRecord(
                key,
                status,
                token == null ? null : new Token(token),
                string(members, "owner"),
                validation == null || validation.isEmpty() ? null : new Fingerprint(validation),
                attempt == null ? 1 : Integer.parseInt(attempt),
                status != RecordStatus.IN_PROGRESS || endless ? null : leaseUntil,
                expiresAt == null ? seconds(members, "expiration") : expiresAt,
                millis(members, "created_at"),
                millis(members, "completed_at"),
                ownData == null ? members.get("data") : ownData,
                string(members, "claimed_by"),
                observedAt);
    }

    private static RecordStatus status(Map<String, String> members) {
        String text = string(members, "status");
        for (RecordStatus status : RecordStatus.values()) {
            if (spelled(status).equals(text)) {
                return status;
            }
        }
        throw new IllegalArgumentException("status");
    }

    private static @Nullable String string(Map<String, String> members, String name) {
        String json = members.get(name);
        return json == null || json.equals("null") ? null : Members.unquoted(json);
    }

    private static @Nullable Instant millis(Map<String, String> members, String name) {
        return instant(members.get(name), 3);
    }

    private static @Nullable Instant seconds(Map<String, String> members, String name) {
        return instant(members.get(name), 0);
    }

    /** Other libraries write fractions. */
    private static @Nullable Instant instant(@Nullable String json, int decimals) {
        if (json == null || json.equals("null")) {
            return null;
        }
        if (json.length() > LONGEST_NUMBER || json.indexOf('e') >= 0 || json.indexOf('E') >= 0) {
            throw new IllegalArgumentException("time");
        }
        BigDecimal nanos = new BigDecimal(json).movePointRight(NANOS - decimals).setScale(0, RoundingMode.FLOOR);
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.TEN.pow(NANOS));
        return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
    }
}
