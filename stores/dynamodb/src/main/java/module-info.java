/** Records in a table of DynamoDB, in the layout that Powertools functions of other languages share. */
module io.idem4j.dynamodb {
    requires transitive io.idem4j.core;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.retries.api;
    requires tools.jackson.core;
    requires static transitive org.jspecify;

    exports io.idem4j.dynamodb;
}
