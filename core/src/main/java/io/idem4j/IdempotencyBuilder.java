package io.idem4j;

import io.idem4j.internal.Engine;
import io.idem4j.internal.Settings;
import io.idem4j.spi.IdempotencyStore;
import io.idem4j.spi.ResultCodec;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects the settings and checks them once. */
final class IdempotencyBuilder implements Idempotency.Builder {
    private static final int MAX_LABEL = 255;

    private final IdempotencyStore store;
    private final List<IdempotencyListener> listeners = new ArrayList<>();
    private IdempotencyPolicy policy = IdempotencyPolicy.defaults();
    private @Nullable ResultCodec codec;
    private @Nullable InstantSource clock;
    private @Nullable String claimedBy;
    private boolean enabled = true;
    private boolean showKeys;

    IdempotencyBuilder(IdempotencyStore store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    @Override
    public Idempotency.Builder policy(UnaryOperator<IdempotencyPolicy> change) {
        Objects.requireNonNull(change, "change");
        policy = Objects.requireNonNull(change.apply(policy), "policy");
        return this;
    }

    @Override
    public Idempotency.Builder codec(ResultCodec codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
        return this;
    }

    @Override
    public Idempotency.Builder listener(IdempotencyListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public Idempotency.Builder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    @Override
    public Idempotency.Builder claimedBy(String label) {
        Objects.requireNonNull(label, "claimedBy");
        if (label.isBlank() || label.length() > MAX_LABEL) {
            throw new ConfigurationException("claimedBy", "must have 1 to " + MAX_LABEL + " characters", null);
        }
        claimedBy = label;
        return this;
    }

    @Override
    public Idempotency.Builder enabled(boolean enabled) {
        this.enabled = enabled;
        return this;
    }

    @Override
    public Idempotency.Builder showKeys(boolean show) {
        this.showKeys = show;
        return this;
    }

    @Override
    public Idempotency build() {
        Settings settings = new Settings(
                store,
                codec == null ? found() : codec,
                List.copyOf(listeners),
                clock,
                claimedBy == null ? hostAndProcess() : claimedBy,
                enabled);
        return new Idempotency(Engine.create(settings, policy), policy, showKeys);
    }

    private static ResultCodec found() {
        List<ResultCodec> codecs = new ArrayList<>();
        try {
            ServiceLoader.load(ResultCodec.class).forEach(codecs::add);
        } catch (ServiceConfigurationError e) {
            throw new ConfigurationException("codec", "one on the class path can't be loaded; set codec(…)", e);
        }
        if (codecs.size() == 1) {
            return codecs.get(0);
        }
        List<String> names =
                codecs.stream().map(each -> each.getClass().getName()).toList();
        throw new ConfigurationException(
                "codec",
                codecs.isEmpty()
                        ? "none was found; add idem4j-json to the class path, or set codec(…)"
                        : "several were found, choose one with codec(…): " + names,
                null);
    }

    private static String hostAndProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "unknown-host";
        }
        String label = host + "/" + ProcessHandle.current().pid();
        return label.length() <= MAX_LABEL ? label : label.substring(label.length() - MAX_LABEL);
    }
}
