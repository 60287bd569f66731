package io.idem4j.dynamodb;

import java.io.IOException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Failures without their words: the service quotes what it was sent (E-13). Type, code, request and stack stay. */
final class Causes {
    private static final int DEEPEST = 20;

    private Causes() {}

    static Throwable withoutText(Throwable failure) {
        return copy(failure, 0);
    }

    private static Throwable copy(Throwable failure, int depth) {
        Throwable copy = new IOException(described(failure));
        copy.setStackTrace(failure.getStackTrace());
        Throwable cause = failure.getCause();
        if (cause != null && depth < DEEPEST) {
            copy.initCause(copy(cause, depth + 1));
        }
        return copy;
    }

    private static String described(Throwable failure) {
        String type = failure.getClass().getName();
        if (failure instanceof AwsServiceException service) {
            String code = service.awsErrorDetails() == null
                    ? ""
                    : " " + service.awsErrorDetails().errorCode();
            return type + code + ", status " + service.statusCode() + ", request " + service.requestId();
        }
        return type;
    }
}
