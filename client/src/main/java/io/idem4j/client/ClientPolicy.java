package io.idem4j.client;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * How a logical request gets its key, and when it is sent again: what all clients have in common, whatever sends their requests.
 * Immutable and thread-safe: each setter returns a new one, and throws an {@link IllegalArgumentException} that names the
 * setting for a value that makes no sense.
 */
public final class ClientPolicy {
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ClientPolicy DEFAULTS = new ClientPolicy(
            "Idempotency-Key",
            "",
            5,
            Duration.ofSeconds(30),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            retry -> {},
            Time.REAL);

    private final String header;
    private final String keyPrefix;
    private final int maxAttempts;
    private final Duration within;
    private final Duration firstWait;
    private final Duration longestWait;
    private final RetryListener listener;
    private final Time time;

    private ClientPolicy(
            String header,
            String keyPrefix,
            int maxAttempts,
            Duration within,
            Duration firstWait,
            Duration longestWait,
            RetryListener listener,
            Time time) {
        this.header = header;
        this.keyPrefix = keyPrefix;
        this.maxAttempts = maxAttempts;
        this.within = within;
        this.firstWait = firstWait;
        this.longestWait = longestWait;
        this.listener = listener;
        this.time = time;
    }

    /** Each setting as its setter says. */
    public static ClientPolicy defaults() {
        return DEFAULTS;
    }

    /** The header's name, of characters that a header's name may have; {@code Idempotency-Key} unless set. */
    public ClientPolicy header(String name) {
        if (!TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "header: must be a name as HTTP has them, letters, digits and dashes for example");
        }
        return new ClientPolicy(name, keyPrefix, maxAttempts, within, firstWait, longestWait, listener, time);
    }

    /** What every key that the client makes begins with, such as the service's name; nothing unless set. */
    public ClientPolicy keyPrefix(String prefix) {
        if (!Key.isValid(prefix + "0".repeat(Key.UUID_CHARACTERS))) {
            throw new IllegalArgumentException("keyPrefix: must be visible ASCII characters, "
                    + (Key.MOST_CHARACTERS - Key.UUID_CHARACTERS) + " at most");
        }
        return new ClientPolicy(header, prefix, maxAttempts, within, firstWait, longestWait, listener, time);
    }

    /** How often a request is sent at most, the first time included; 5 unless set. */
    public ClientPolicy maxAttempts(int attempts) {
        if (attempts < 1) {
            throw new IllegalArgumentException("maxAttempts: must be at least 1");
        }
        return new ClientPolicy(header, keyPrefix, attempts, within, firstWait, longestWait, listener, time);
    }

    /**
     * How long all attempts and waits of a request take together at most; 30 s unless set. An attempt also ends after its own
     * timeout, where that is shorter: give one, or the first attempt may use all the time.
     */
    public ClientPolicy within(Duration longest) {
        requirePositive("within", longest);
        return new ClientPolicy(header, keyPrefix, maxAttempts, longest, firstWait, longestWait, listener, time);
    }

    /**
     * The waits between attempts: about the first one, then twice as long each time, up to the longest; 200 ms and 5 s unless
     * set. Where the server says {@code Retry-After}, that long instead, and a little more.
     */
    public ClientPolicy backoff(Duration first, Duration longest) {
        requirePositive("backoff first", first);
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff longest: must not be shorter than first");
        }
        return new ClientPolicy(header, keyPrefix, maxAttempts, within, first, longest, listener, time);
    }

    /** Is told of each further attempt. */
    public ClientPolicy listener(RetryListener retryListener) {
        Objects.requireNonNull(retryListener, "listener");
        return new ClientPolicy(header, keyPrefix, maxAttempts, within, firstWait, longestWait, retryListener, time);
    }

    /** For tests. */
    ClientPolicy time(Time other) {
        return new ClientPolicy(header, keyPrefix, maxAttempts, within, firstWait, longestWait, listener, other);
    }

    /** The name of the header that carries the key. */
    public String header() {
        return header;
    }

    /** A key that no request had before: the prefix and a UUID of version 7. */
    public String newKey() {
        return keyPrefix + Key.version7(time.clock().millis(), RANDOM);
    }

    /**
     * Begins a logical request; its time runs from now.
     *
     * @param method such as {@code POST}
     * @param key the header's value in each attempt
     */
    public Attempts begin(String method, URI uri, String key) {
        return new Attempts(this, method, uri, key);
    }

    String keyPrefix() {
        return keyPrefix;
    }

    int maxAttempts() {
        return maxAttempts;
    }

    Duration within() {
        return within;
    }

    Backoff backoff() {
        return new Backoff(firstWait, longestWait, time.random());
    }

    RetryListener listener() {
        return listener;
    }

    Time time() {
        return time;
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isNegative() || duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + ": must be at least a millisecond");
        }
    }
}
