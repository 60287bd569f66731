package io.idem4j.dynamodb;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one expression. Each is declared when it is used: DynamoDB refuses one that is declared and not
 * used, and names are never written out, since many are reserved words.
 */
final class Terms {
    private final Layout layout;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    Terms(Layout layout) {
        this.layout = layout;
    }

    String name(DynamoDbAttribute attribute) {
        String placeholder = "#" + attribute.name();
        names.put(placeholder, layout.name(attribute));
        return placeholder;
    }

    String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    String text(String value) {
        return value(AttributeValue.fromS(value));
    }

    String is(DynamoDbAttribute attribute, AttributeValue value) {
        return name(attribute) + " = " + value(value);
    }

    String isAbsent(DynamoDbAttribute attribute) {
        return "attribute_not_exists(" + name(attribute) + ")";
    }

    /** As it was read: the very value, or absent. */
    String isStill(DynamoDbAttribute attribute, Map<String, AttributeValue> item) {
        AttributeValue seen = layout.get(item, attribute);
        return seen == null ? isAbsent(attribute) : is(attribute, seen);
    }

    Map<String, String> names() {
        return names;
    }

    Map<String, AttributeValue> values() {
        return values;
    }
}
