package io.idem4j.dynamodb;

import io.idem4j.IdempotencyKey;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.RecordTooLargeException;
import io.idem4j.StoreException;
import io.idem4j.StoreRejectedException;
import io.idem4j.StoreUnavailableException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Sorts failures by what they say about the record (S-13). What the service refuses with a 4xx was not written; an error of
 * its own, or none of its answers, says nothing. The SDK repeats requests by itself, and reports the last one's failure: only
 * if the earlier ones were refused too is that failure the whole story.
 */
final class Failures {
    /** The service's words for what is larger than an item may be. */
    private static final Pattern TOO_LARGE = Pattern.compile("(?i)item size.*exceeded");

    private static final long MOST_ITEM_BYTES = 400 * 1_024;

    private static final Set<String> PASSES = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "Throttling",
            "RequestLimitExceeded",
            "TooManyRequestsException",
            "LimitExceededException",
            "TransactionConflictException",
            "ReplicatedWriteConflictException",
            "ExpiredTokenException",
            "RequestExpired",
            "RequestTimeTooSkewed");
    private static final String FORBIDDEN = "AccessDeniedException";
    private static final String MISSING = "ResourceNotFoundException";

    /** Ends of an attempt that was refused by the service, in the SDK's account of it. */
    private static final Pattern REFUSED_ATTEMPT = Pattern.compile("\\(Service: [^)]*Status Code: 4\\d\\d");
    /** Ends of an attempt that never left the machine. */
    private static final Pattern UNSENT_ATTEMPT =
            Pattern.compile("(?i)connection refused|connect timed out|unknownhost");

    private static final Set<String> UNSENT = Set.of("ConnectTimeoutException", "HttpHostConnectException");

    /** Whether the call has changed the record. */
    enum Written {
        /** The request reads. */
        NOT,
        /** The request writes. */
        IF_CARRIED_OUT,
        /** The request follows one that writes and whose outcome is not known. */
        PERHAPS
    }

    private final String table;

    Failures(String table) {
        this.table = table;
    }

    /** Whether what an earlier sending of the same request did is not known. */
    static boolean isRepeatOfUnknown(SdkException failure) {
        Integer attempts = failure.numAttempts();
        if (attempts == null || attempts <= 1) {
            return false;
        }
        long harmless = 0;
        for (Throwable earlier : failure.getSuppressed()) {
            String text = String.valueOf(earlier.getMessage());
            if (REFUSED_ATTEMPT.matcher(text).find()
                    || UNSENT_ATTEMPT.matcher(text).find()) {
                harmless++;
            }
        }
        return harmless < attempts - 1;
    }

    /**
     * What a failed request says.
     *
     * @param written what is known of writing besides
     */
    StoreException of(@Nullable IdempotencyKey key, String action, SdkException failure, Written written) {
        Throwable cause = Causes.withoutText(failure);
        String code = code(failure);
        boolean unknown = written == Written.PERHAPS
                || (written == Written.IF_CARRIED_OUT && (isRepeatOfUnknown(failure) || !wroteNothing(failure)));
        if (unknown) {
            return new OutcomeUnknownException(
                    key,
                    "DynamoDB's answer to " + action + " was lost" + shown(code) + ": it may have written to " + table
                            + "; the same call may be repeated",
                    cause);
        }
        if (isClientError(failure) && !PASSES.contains(code)) {
            if (TOO_LARGE.matcher(String.valueOf(failure.getMessage())).find()) {
                return new RecordTooLargeException(key, MOST_ITEM_BYTES + 1, MOST_ITEM_BYTES);
            }
            return new StoreRejectedException(key, rejection(code, action) + "; nothing was written", cause);
        }
        return new StoreUnavailableException(
                key,
                "DynamoDB did not carry out " + action + " on " + table + shown(code) + "; nothing was written",
                cause);
    }

    private String rejection(String code, String action) {
        return switch (code) {
            case MISSING -> "there is no table " + table + " here: check its name, the region and the account";
            case FORBIDDEN -> "the caller's role needs dynamodb:" + action + " on table " + table;
            default -> "DynamoDB refuses " + action + " on table " + table + shown(code);
        };
    }

    private static boolean isClientError(SdkException failure) {
        return failure instanceof AwsServiceException service && service.statusCode() / 100 == 4;
    }

    private static boolean wroteNothing(SdkException failure) {
        if (failure instanceof AwsServiceException) {
            return isClientError(failure);
        }
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof ConnectException
                    || t instanceof UnknownHostException
                    || t instanceof NoRouteToHostException
                    || UNSENT.contains(t.getClass().getSimpleName())
                    || isConnectTimeout(t)) {
                return true;
            }
        }
        return String.valueOf(failure.getMessage()).startsWith("Unable to load credentials");
    }

    /** The JDK's is a {@code SocketTimeoutException}, as a lost answer is. */
    private static boolean isConnectTimeout(Throwable failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).startsWith("connect timed out");
    }

    private static String code(SdkException failure) {
        if (failure instanceof AwsServiceException service && service.awsErrorDetails() != null) {
            return String.valueOf(service.awsErrorDetails().errorCode());
        }
        return "";
    }

    private static String shown(String code) {
        return code.isEmpty() ? "" : " (" + code + ")";
    }
}
