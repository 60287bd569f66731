package io.idem4j.redis;

import io.idem4j.IdempotencyKey;
import io.idem4j.InconsistentStateException;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import io.idem4j.redis.LinkException.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Failures, sorted by what is known of the record (S-13). A script writes in its last step only, so that one which the
 * server refused has written nothing.
 */
final class RedisErrors {
    /** What passes, or what someone other than the caller repairs soon: a repeat may help. */
    private static final Map<String, String> PASSES = Map.ofEntries(
            Map.entry("LOADING", "the server is loading its data"),
            Map.entry("MASTERDOWN", "the replica has lost its master"),
            Map.entry("CLUSTERDOWN", "the cluster does not serve this key's slot"),
            Map.entry("TRYAGAIN", "this key's slot is being moved"),
            Map.entry("MOVED", "this key's slot was moved"),
            Map.entry("ASK", "this key's slot is being moved"),
            Map.entry("READONLY", "the server is a replica"),
            Map.entry("UNBLOCKED", "the server changed its role"),
            Map.entry("NOREPLICAS", "too few replicas are connected for a write (min-replicas-to-write)"),
            Map.entry("OOM", "the server has no memory left (maxmemory)"),
            Map.entry("BUSY", "a script holds up the server"),
            Map.entry("MISCONF", "the server can't save its data, and so takes no writes"));

    private static final Map<String, String> REJECTS = Map.of(
            "NOPERM", "the ACL user needs EVALSHA, EVAL, GET, SET, DEL, TIME and PEXPIREAT on the keys of the store",
            "NOAUTH", "the server wants a password",
            "WRONGPASS", "the server does not accept user or password");

    private RedisErrors() {}

    static StoreException failed(@Nullable IdempotencyKey key, LinkException failure, boolean writes) {
        if (failure.kind() == Kind.REFUSED) {
            return refused(key, failure);
        }
        if (failure.kind() == Kind.LOST && writes) {
            return new OutcomeUnknownException(
                    key,
                    "the answer of Redis was lost: it may have written the record; the same call may be repeated",
                    failure);
        }
        String what = failure.kind() == Kind.LOST ? "Redis did not answer" : "no connection to Redis";
        return new StoreUnavailableException(key, what + "; nothing was written", failure);
    }

    private static StoreException refused(@Nullable IdempotencyKey key, LinkException failure) {
        String code = failure.code();
        if (code.equals("WRONGTYPE")) {
            return new InconsistentStateException(
                    key, "the key holds something that is no string, and so no record; nothing was written", failure);
        }
        if (PASSES.containsKey(code)) {
            return new StoreUnavailableException(
                    key, PASSES.get(code) + " (" + code + "); nothing was written", failure);
        }
        String why = REJECTS.getOrDefault(code, "Redis refuses the script: it needs version 6.2 or newer, with Lua");
        return new StoreRejectedException(key, why + shown(code) + "; nothing was written", failure);
    }

    private static String shown(String code) {
        return code.isEmpty() ? "" : " (" + code + ")";
    }
}
