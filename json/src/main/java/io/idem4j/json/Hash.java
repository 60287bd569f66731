package io.idem4j.json;

import io.idem4j.ConfigurationException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A hash function and how its value is spelled. */
record Hash(String algorithm, Spelling spelling) {
    enum Spelling {
        HEX,
        BASE64,
        /** As Powertools for Java: leading zeros fill up to 32 digits, whatever the length of the hash. */
        BIG_INTEGER
    }

    static final Hash SHA_256_HEX = new Hash("SHA-256", Spelling.HEX);
    static final Hash MD5_BASE64 = new Hash("MD5", Spelling.BASE64);

    /** The names that OpenSSL, and so Node and Python, know beside the JDK's. */
    private static final Pattern SHA = Pattern.compile("SHA-?(1|224|256|384|512)(?:[-/_](224|256))?");

    /** Throws {@link ConfigurationException} naming the setting {@code hash} if there is no such function. */
    Hash algorithm(String name) {
        Objects.requireNonNull(name, "hash");
        Matcher sha = SHA.matcher(name.toUpperCase(Locale.ROOT));
        String known = !sha.matches() ? name : "SHA-" + sha.group(1) + (sha.group(2) == null ? "" : "/" + sha.group(2));
        try {
            return new Hash(MessageDigest.getInstance(known).getAlgorithm(), spelling);
        } catch (NoSuchAlgorithmException e) {
            throw new ConfigurationException(
                    "hash", "there is no hash function '" + name + "'; use SHA-256, or another that the JDK has", e);
        }
    }

    Hash spelling(Spelling other) {
        return new Hash(algorithm, other);
    }

    String ofText(String text) {
        return of(digest -> digest.update(text.getBytes(StandardCharsets.UTF_8)));
    }

    String of(Consumer<MessageDigest> content) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the hash function " + algorithm + " has gone", e);
        }
        content.accept(digest);
        byte[] hash = digest.digest();
        return switch (spelling) {
            case HEX -> HexFormat.of().formatHex(hash);
            case BASE64 -> Base64.getEncoder().encodeToString(hash);
            case BIG_INTEGER -> String.format(Locale.ROOT, "%032x", new BigInteger(1, hash));
        };
    }
}
