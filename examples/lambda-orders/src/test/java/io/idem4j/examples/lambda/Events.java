package io.idem4j.examples.lambda;

import java.util.ArrayList;
import java.util.List;

/** Events as the services send them, with the members that they document. */
final class Events {
    private Events() {}

    /** A queue's message. */
    record Message(String id, String order) {}

    static String queue(Message... messages) {
        List<String> records = new ArrayList<>();
        for (Message message : messages) {
            records.add("""
                    {
                      "messageId": "%1$s",
                      "receiptHandle": "handle-of-%1$s",
                      "body": "{\\"id\\":\\"%2$s\\",\\"item\\":\\"book\\",\\"quantity\\":2}",
                      "attributes": {
                        "ApproximateReceiveCount": "1",
                        "SentTimestamp": "1764489600000",
                        "SenderId": "AIDAEXAMPLE",
                        "ApproximateFirstReceiveTimestamp": "1764489600010"
                      },
                      "messageAttributes": {},
                      "md5OfBody": "00000000000000000000000000000000",
                      "eventSource": "aws:sqs",
                      "eventSourceARN": "arn:aws:sqs:us-east-1:123456789012:to-ship",
                      "awsRegion": "us-east-1"
                    }""".formatted(message.id(), message.order()));
        }
        return "{\"Records\":[" + String.join(",", records) + "]}";
    }

    /** A REST API's request. */
    static String request(String key, String order, int quantity) {
        return """
                {
                  "resource": "/orders",
                  "path": "/orders",
                  "httpMethod": "POST",
                  "headers": {"Content-Type": "application/json", "Idempotency-Key": "%1$s"},
                  "multiValueHeaders": {"Content-Type": ["application/json"], "Idempotency-Key": ["%1$s"]},
                  "queryStringParameters": null,
                  "multiValueQueryStringParameters": null,
                  "pathParameters": null,
                  "stageVariables": null,
                  "requestContext": {
                    "accountId": "123456789012",
                    "apiId": "a1b2c3",
                    "authorizer": {"claims": {"sub": "ann"}},
                    "domainName": "a1b2c3.execute-api.us-east-1.amazonaws.com",
                    "extendedRequestId": "x",
                    "httpMethod": "POST",
                    "identity": {"sourceIp": "192.0.2.1", "userAgent": "curl"},
                    "path": "/live/orders",
                    "protocol": "HTTP/1.1",
                    "requestId": "r",
                    "requestTimeEpoch": 1764489600000,
                    "resourceId": "o",
                    "resourcePath": "/orders",
                    "stage": "live"
                  },
                  "body": "{\\"id\\":\\"%2$s\\",\\"item\\":\\"book\\",\\"quantity\\":%3$d}",
                  "isBase64Encoded": false
                }""".formatted(key, order, quantity);
    }
}
