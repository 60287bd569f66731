package io.idem4j.dynamodb;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The update expression of one request: what is set, and what is removed. */
final class Changes {
    private final Terms terms;
    private final List<String> set = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();

    Changes(Terms terms) {
        this.terms = terms;
    }

    /** Null removes it. */
    Changes to(DynamoDbAttribute attribute, @Nullable AttributeValue value) {
        if (value == null) {
            removed.add(terms.name(attribute));
        } else {
            set.add(terms.is(attribute, value));
        }
        return this;
    }

    String expression() {
        String sets = set.isEmpty() ? "" : "SET " + String.join(", ", set);
        String removals = removed.isEmpty() ? "" : " REMOVE " + String.join(", ", removed);
        return (sets + removals).strip();
    }
}
