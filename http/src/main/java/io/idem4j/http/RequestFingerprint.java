package io.idem4j.http;

import io.idem4j.Fingerprint;
import io.idem4j.json.CanonicalJson;
import io.idem4j.json.MalformedJsonException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a key is bound to: method, path, query and body; a JSON body by its canonical text, any other by its bytes. */
final class RequestFingerprint {
    private static final Pattern JSON = Pattern.compile("[^;]*[/+]json\\s*(;.*)?", Pattern.DOTALL);

    private RequestFingerprint() {}

    static Fingerprint of(RequestView request, byte[] body) {
        boolean json = isJson(request.headers("Content-Type"));
        byte[] canonical = json ? canonical(body) : null;
        return Fingerprint.ofParts(
                request.method(),
                request.path(),
                request.query(),
                canonical == null ? "bytes" : "json",
                canonical == null ? sha256().digest(body) : canonical);
    }

    private static boolean isJson(List<String> contentType) {
        return contentType.size() == 1
                && JSON.matcher(contentType.get(0).toLowerCase(Locale.ROOT)).matches();
    }

    /** Null if it is no JSON, whatever it is said to be. */
    private static byte @Nullable [] canonical(byte[] body) {
        MessageDigest digest = sha256();
        try {
            CanonicalJson.standard().update(digest, body);
            return digest.digest();
        } catch (MalformedJsonException e) {
            return null;
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }
}
