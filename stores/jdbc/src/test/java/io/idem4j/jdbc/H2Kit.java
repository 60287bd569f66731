package io.idem4j.jdbc;

import io.idem4j.tck.OnStore;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The kit on H2. */
@OnStore("h2")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class H2Kit extends StoreContract {
    private final H2Subject subject;

    H2Kit(String url, int slowness) {
        this.subject = new H2Subject(url, slowness);
    }

    @Override
    protected StoreUnderTest open() {
        return subject.reopened();
    }

    @AfterAll
    void end() {
        subject.end();
    }
}
