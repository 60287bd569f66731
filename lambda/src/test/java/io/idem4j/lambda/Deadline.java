package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The context of an invocation that is ended at a moment of the test's clock. */
record Deadline(InstantSource clock, Instant end) implements Context {
    static Deadline in(Duration time, InstantSource clock) {
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
    public CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        return null;
    }
}
