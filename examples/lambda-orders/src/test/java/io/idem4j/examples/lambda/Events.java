package io.idem4j.examples.lambda;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
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

    /** An HTTP API's request, in payload format 2.0; its body is Base64 of bytes that are no text. */
    static String request2(String key, String order) {
        return """
                {
                  "version": "2.0",
                  "routeKey": "POST /orders/{id}",
                  "rawPath": "/live/orders/%2$s",
                  "rawQueryString": "",
                  "cookies": ["session=0"],
                  "headers": {"content-type": "application/octet-stream", "idempotency-key": "%1$s"},
                  "requestContext": {
                    "accountId": "123456789012",
                    "apiId": "a1b2c3",
                    "authorizer": {"jwt": {"claims": {"sub": "ann"}, "scopes": null}},
                    "domainName": "a1b2c3.execute-api.us-east-1.amazonaws.com",
                    "http": {
                      "method": "POST",
                      "path": "/live/orders/%2$s",
                      "protocol": "HTTP/1.1",
                      "sourceIp": "192.0.2.1",
                      "userAgent": "curl"
                    },
                    "requestId": "r",
                    "routeKey": "POST /orders/{id}",
                    "stage": "live",
                    "time": "30/Nov/2025:08:00:00 +0000",
                    "timeEpoch": 1764489600000
                  },
                  "pathParameters": {"id": "%2$s"},
                  "body": "/v8=",
                  "isBase64Encoded": true
                }""".formatted(key, order);
    }

    /** A load balancer's request, of a target group that has headers with several values. */
    static String balanced(String key, String order) {
        return """
                {
                  "requestContext": {
                    "elb": {
                      "targetGroupArn": "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/orders/0123456789abcdef"
                    }
                  },
                  "httpMethod": "POST",
                  "path": "/orders",
                  "multiValueQueryStringParameters": {},
                  "multiValueHeaders": {
                    "content-type": ["application/json"],
                    "host": ["orders-123456789.us-east-1.elb.amazonaws.com"],
                    "idempotency-key": ["%1$s"],
                    "x-amzn-trace-id": ["Root=1-00000000-000000000000000000000000"],
                    "x-forwarded-for": ["192.0.2.1"],
                    "x-forwarded-port": ["443"],
                    "x-forwarded-proto": ["https"]
                  },
                  "body": "{\\"id\\":\\"%2$s\\",\\"item\\":\\"book\\",\\"quantity\\":2}",
                  "isBase64Encoded": false
                }""".formatted(key, order);
    }

    /** Records of a Kinesis shard, numbered from 1; the data of each is an order, or no text where its name is empty. */
    static String kinesis(String... orders) {
        List<String> records = new ArrayList<>();
        for (String order : orders) {
            byte[] data = order.isEmpty()
                    ? new byte[] {(byte) 0xff}
                    : "{\"id\":\"%s\",\"item\":\"book\",\"quantity\":2}"
                            .formatted(order)
                            .getBytes(StandardCharsets.UTF_8);
            records.add("""
                    {
                      "kinesis": {
                        "kinesisSchemaVersion": "1.0",
                        "partitionKey": "p",
                        "sequenceNumber": "S%1$d",
                        "data": "%2$s",
                        "approximateArrivalTimestamp": 1764489600.123
                      },
                      "eventSource": "aws:kinesis",
                      "eventVersion": "1.0",
                      "eventID": "shardId-000000000000:S%1$d",
                      "eventName": "aws:kinesis:record",
                      "invokeIdentityArn": "arn:aws:iam::123456789012:role/ship",
                      "awsRegion": "us-east-1",
                      "eventSourceARN": "arn:aws:kinesis:us-east-1:123456789012:stream/orders"
                    }""".formatted(records.size() + 1, Base64.getEncoder().encodeToString(data)));
        }
        return "{\"Records\":[" + String.join(",", records) + "]}";
    }

    /** Records of a table's stream, numbered from 1. */
    static String table(String... orders) {
        List<String> records = new ArrayList<>();
        for (String order : orders) {
            records.add("""
                    {
                      "eventID": "e%1$d",
                      "eventName": "INSERT",
                      "eventVersion": "1.1",
                      "eventSource": "aws:dynamodb",
                      "awsRegion": "us-east-1",
                      "dynamodb": {
                        "ApproximateCreationDateTime": 1764489600,
                        "Keys": {"id": {"S": "%2$s"}},
                        "NewImage": {"id": {"S": "%2$s"}, "quantity": {"N": "2"}, "picture": {"B": "/v8="}},
                        "SequenceNumber": "S%1$d",
                        "SizeBytes": 26,
                        "StreamViewType": "NEW_AND_OLD_IMAGES"
                      },
                      "eventSourceARN": "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2025-11-30T08:00:00.000"
                    }""".formatted(records.size() + 1, order));
        }
        return "{\"Records\":[" + String.join(",", records) + "]}";
    }
}
