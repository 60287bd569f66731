package io.idem4j.dynamodb;

import io.idem4j.tck.NeedsProgram;
import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The kit on a table of some kind. */
@OnStore("dynamodb")
@NeedsProgram({"node", "npm"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DynamoKit extends StoreContract {
    private final boolean tellsOldItems;
    private final String sortKey;
    private final UnaryOperator<DynamoDbStoreBuilder> settings;
    private DynamoSubject subject;

    DynamoKit(boolean tellsOldItems, String sortKey, UnaryOperator<DynamoDbStoreBuilder> settings) {
        this.tellsOldItems = tellsOldItems;
        this.sortKey = sortKey;
        this.settings = settings;
    }

    @Override
    protected StoreUnderTest open() {
        if (subject == null) {
            subject = new DynamoSubject(tellsOldItems, sortKey, settings);
        }
        return subject;
    }

    @AfterAll
    void end() {
        if (subject != null) {
            subject.end();
        }
    }
}
