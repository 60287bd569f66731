package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoredRecord;
import io.idem4j.spi.WatchableStore.Watch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Scripts on the keys of this store's records; failures leave sorted. */
final class Calls {
    /** Each such race takes another change of the same key within a round trip. */
    static final int MOST_RACES = 100;

    private static final String CHANNEL = "idem4j:changed:";

    private final Link link;
    private final String keyPrefix;
    private final @Nullable Replicas replicas;
    private final boolean notifies;

    Calls(Link link, String keyPrefix, @Nullable Replicas replicas, boolean notifies) {
        this.link = link;
        this.keyPrefix = keyPrefix;
        this.replicas = replicas;
        this.notifies = notifies;
    }

    List<Object> writing(Script script, IdempotencyKey key, List<byte[]> arguments) {
        return writing(script, key, "", arguments);
    }

    /** On the key that has this after the record's own. */
    List<Object> writing(Script script, IdempotencyKey key, String suffix, List<byte[]> arguments) {
        try {
            return link.run(script, redisKey(key, suffix), arguments);
        } catch (LinkException e) {
            throw RedisErrors.failed(key, e, true);
        }
    }

    /** With the replicas that the setting wants; fewer make the outcome unknown, since a failover could undo it. */
    List<Object> confirmed(Script script, IdempotencyKey key, List<byte[]> arguments) {
        if (replicas == null) {
            return writing(script, key, arguments);
        }
        AtomicLong confirmed = new AtomicLong();
        List<Object> answer;
        try {
            answer = link.runAndWait(script, redisKey(key, ""), arguments, replicas, confirmed::set);
        } catch (LinkException e) {
            throw RedisErrors.failed(key, e, true);
        }
        if (confirmed.get() < replicas.count() && hasWritten(answer)) {
            throw new OutcomeUnknownException(
                    key,
                    confirmed + " of " + replicas.count() + " replicas confirmed within " + replicas.within()
                            + ": the record is written, and a failover may lose it; the same call may be repeated",
                    null);
        }
        return answer;
    }

    /** A claim that got a record, and a write that was fenced, have written nothing. */
    private static boolean hasWritten(List<Object> answer) {
        return answer.size() == 1 ? isYes(answer) : answer.get(1) instanceof Long;
    }

    /** Of a script that answers yes or no. */
    static boolean isYes(List<Object> answer) {
        return Long.valueOf(1).equals(answer.get(0));
    }

    boolean waitsForReplicas() {
        return replicas != null;
    }

    Optional<Seen> find(IdempotencyKey key) {
        try {
            List<Object> answer = link.run(Script.FIND, redisKey(key, ""), List.of());
            return answer.size() < 2 ? Optional.empty() : Optional.of(seen(key, answer));
        } catch (LinkException e) {
            throw RedisErrors.failed(key, e, false);
        }
    }

    /** Of an answer with time and value. */
    static Seen seen(IdempotencyKey key, List<Object> answer) {
        byte[] value = (byte[]) answer.get(1);
        StoredRecord record = Records.read(key, value, (Long) answer.get(0));
        return new Seen(value, Records.isOurs(value), record);
    }

    /** Scans for what a script answers with time and value. */
    void each(Script script, Consumer<Seen> found) {
        try {
            link.scan(pattern(), keys -> each(script, keys, found));
        } catch (LinkException e) {
            throw RedisErrors.failed(null, e, false);
        }
    }

    private void each(Script script, List<byte[]> keys, Consumer<Seen> found) {
        List<List<Object>> answers;
        try {
            answers = link.runEach(script, keys);
        } catch (LinkException e) {
            throw RedisErrors.failed(null, e, false);
        }
        for (int i = 0; i < answers.size(); i++) {
            List<Object> answer = answers.get(i);
            if (answer.size() > 1) {
                Outsiders.seen(id(keys.get(i)), answer).ifPresent(found);
            }
        }
    }

    private String id(byte[] key) {
        return new String(key, StandardCharsets.UTF_8).substring(keyPrefix.length());
    }

    private byte[] pattern() {
        return (keyPrefix.replaceAll("[\\\\*?\\[\\]]", "\\\\$0") + "*").getBytes(StandardCharsets.UTF_8);
    }

    private byte[] redisKey(IdempotencyKey key, String suffix) {
        return Texts.bytes(key, "key", keyPrefix + key.id() + suffix);
    }

    /** Where waiters listen; nothing, where nobody is to be told. */
    byte[] channel(IdempotencyKey key) {
        return notifies ? Texts.bytes(key, "key", channelName(key)) : new byte[0];
    }

    private String channelName(IdempotencyKey key) {
        return CHANNEL + keyPrefix + key.id();
    }

    Watch watch(IdempotencyKey key, Runnable changed) {
        return notifies ? link.subscribe(channelName(key), changed) : () -> {};
    }

    boolean pushes() {
        return notifies && link.pushes();
    }

    boolean isConnected() {
        return link.isConnected();
    }

    void close() {
        link.close();
    }
}
