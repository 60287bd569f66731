/** Handlers of AWS Lambda whose events may come more than once: single events, batches, API Gateway, load balancers. */
module io.idem4j.lambda {
    requires transitive io.idem4j.core;
    requires transitive io.idem4j.http;
    requires static transitive aws.lambda.java.core;
    requires static transitive aws.lambda.java.events;
    requires static transitive org.jspecify;

    exports io.idem4j.lambda;
}
