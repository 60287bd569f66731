package io.idem4j.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** What the server runs: each is one atomic step on one key, and stands in the jar beside this class. */
enum Script {
    /** Takes the id, or tells who has it. */
    CLAIM,
    /** A claim decided outside, on the very value that was seen. */
    REPLACE,
    /** Settles. */
    COMPLETE,
    /** Moves or ends the lease. */
    RENEW,
    /** Gives up. */
    RELEASE,
    /** Reads. */
    FIND,
    /** Reads a claim that may have lapsed. */
    LAPSED,
    /** Deletes what was seen. */
    FORGET,
    /** Takes the lock that Powertools takes. */
    LOCK;

    private final String source;
    private final String hash;

    Script() {
        String own = name().toLowerCase(Locale.ROOT) + ".lua";
        this.source = resource("record.lua") + resource(own);
        try {
            this.hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The text for EVAL. */
    String source() {
        return source;
    }

    /** The name for EVALSHA. */
    String hash() {
        return hash;
    }

    private static String resource(String name) {
        try (InputStream stream = Script.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing beside " + Script.class.getName());
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
