package io.idem4j.redis;

import io.idem4j.redis.LinkException.Kind;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.PartitionSelectorException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a failure of Lettuce says of the call. */
final class LettuceErrors {
    /** Before Redis 7 the reply of a script that failed begins with other words than its cause does. */
    private static final Pattern CODE = Pattern.compile("\\b(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|READONLY"
            + "|UNBLOCKED|NOREPLICAS|OOM|BUSY|MISCONF|NOPERM|NOAUTH|WRONGPASS|WRONGTYPE|NOSCRIPT)\\b");

    private static final String NOT_PERMITTED = "The user executing the script";
    private static final String REJECTED = "Currently not connected. Commands are rejected.";

    private LettuceErrors() {}

    /** For what nobody waits for: that it failed shows elsewhere. */
    static void unheard(CompletionStage<?> unused) {}

    static void closed(StatefulConnection<?, ?> connection) {
        if (!(connection instanceof RedisChannelHandler<?, ?> handler && handler.isClosed())) {
            unheard(connection.closeAsync());
        }
    }

    /** Of an attempt to connect: nothing of ours was sent. */
    static LinkException connecting(Throwable failure) {
        RedisCommandExecutionException answer = answer(failure);
        return answer == null
                ? new LinkException(Kind.NOT_SENT, "", withoutWords(failure))
                : new LinkException(Kind.REFUSED, code(answer), withoutWords(failure));
    }

    static LinkException calling(Throwable failure) {
        RedisCommandExecutionException answer = answer(failure);
        if (answer != null) {
            return new LinkException(Kind.REFUSED, code(answer), withoutWords(failure));
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof RedisConnectionException
                    || t instanceof PartitionSelectorException
                    || REJECTED.equals(t.getMessage())) {
                return new LinkException(Kind.NOT_SENT, "", withoutWords(failure));
            }
        }
        return new LinkException(Kind.LOST, "", withoutWords(failure));
    }

    private static @Nullable RedisCommandExecutionException answer(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof RedisCommandExecutionException answer) {
                return answer;
            }
        }
        return null;
    }

    private static String code(RedisCommandExecutionException answer) {
        String message = String.valueOf(answer.getMessage());
        Matcher known = CODE.matcher(message);
        if (known.find()) {
            return known.group();
        }
        return message.contains(NOT_PERMITTED) ? "NOPERM" : "";
    }

    /** A server quotes arguments. Type, stack and causes stay. */
    private static Throwable withoutWords(Throwable failure) {
        Throwable copy = new RedisException(failure.getClass().getName());
        copy.setStackTrace(failure.getStackTrace());
        Throwable cause = failure.getCause();
        if (cause != null && cause != failure) {
            copy.initCause(withoutWords(cause));
        }
        return copy;
    }
}
