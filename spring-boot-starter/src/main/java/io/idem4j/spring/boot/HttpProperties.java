package io.idem4j.spring.boot;

import static io.idem4j.spring.boot.IdempotencyProperties.named;

import io.idem4j.ConfigurationException;
import io.idem4j.http.HttpPolicy;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What holds for all annotated request handlers.
 *
 * @param header Name of the header that holds the key.
 * @param required Whether a request without a key is refused with 400. If not, it passes through, unprotected.
 * @param replayedHeader Name of the header that marks a replay.
 * @param serverErrors What becomes of an answer with a 5xx status, and of an exception: kept (store), or the next request runs (retry).
 * @param storedHeaders Headers that are kept beside the usual ones.
 * @param retryAfterAtMost The longest Retry-After.
 * @param maxRequestSize The longest body that a request with a key may have; longer is refused with 413.
 * @param maxResponseSize The longest body that is kept; longer is sent in full, and kept without body.
 * @param filterOrder Order of the filter: behind those that authenticate, and that change paths and verbs.
 */
@ConfigurationProperties("idem4j.http")
public record HttpProperties(
        @DefaultValue("Idempotency-Key") String header,
        @DefaultValue("false") boolean required,
        @DefaultValue("Idempotent-Replayed") String replayedHeader,
        @DefaultValue("store") ServerErrors serverErrors,
        @DefaultValue List<String> storedHeaders,
        @DefaultValue("5s") Duration retryAfterAtMost,
        @DefaultValue("1MB") DataSize maxRequestSize,
        @DefaultValue("256KB") DataSize maxResponseSize,
        @DefaultValue("0") int filterOrder) {

    /** What becomes of failures of the server's. */
    public enum ServerErrors {
        /** Kept and replayed, since an effect may have come before. */
        STORE,
        /** Given back: the next request runs again. For handlers whose failure undoes what they did. */
        RETRY
    }

    /**
     * What the properties say, for a bean of the application's that starts from it; never null. Throws {@link
     * ConfigurationException} naming the property.
     */
    public HttpPolicy policy() {
        HttpPolicy preset =
                serverErrors == ServerErrors.RETRY ? HttpPolicy.retryServerErrors() : HttpPolicy.storeFinalAnswers();
        return named(
                "idem4j.http",
                () -> preset.header(header)
                        .required(required)
                        .replayedHeader(replayedHeader)
                        .retryAfterAtMost(retryAfterAtMost)
                        .maxRequestBytes(bytes("maxRequestSize", maxRequestSize))
                        .maxResponseBytes(bytes("maxResponseSize", maxResponseSize))
                        .storedHeaders(storedHeaders.toArray(String[]::new)));
    }

    private static int bytes(String property, DataSize size) {
        if (size.toBytes() < 0 || size.toBytes() > Integer.MAX_VALUE) {
            throw new ConfigurationException(property, "must be from 0 to 2GB", null);
        }
        return (int) size.toBytes();
    }
}
