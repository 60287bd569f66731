package io.idem4j.redis;

import io.lettuce.core.api.StatefulConnection;
import org.jspecify.annotations.Nullable;

/** Connections that a Lettuce client makes, which is the caller's or was made here. */
abstract class ClientServers implements LettuceServers {
    private final @Nullable Runnable end;

    /** {@code end}: shuts down the client that was made here; null: it is the caller's. */
    ClientServers(@Nullable Runnable end) {
        this.end = end;
    }

    @Override
    public final void close(StatefulConnection<byte[], byte[]> connection) {
        LettuceErrors.closed(connection);
    }

    @Override
    public final boolean close() {
        if (end != null) {
            end.run();
        }
        return end != null;
    }
}
