package io.idem4j.testtools;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The context of an invocation of AWS Lambda that is ended at a moment of a clock. */
public record Deadline(InstantSource clock, Instant end) implements Context {
    /** Ended so long from now; negative: that long ago. */
    public static Deadline in(Duration time, InstantSource clock) {
        return new Deadline(clock, clock.instant().plus(time));
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Duration.between(clock.instant(), end).toMillis();
    }

    @Override
    public String getAwsRequestId() {
        return "request";
    }

    @Override
    public String getLogGroupName() {
        return "group";
    }

    @Override
    public String getLogStreamName() {
        return "stream";
    }

    @Override
    public String getFunctionName() {
        return "orders";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn";
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public @Nullable LambdaLogger getLogger() {
        return null;
    }
}
