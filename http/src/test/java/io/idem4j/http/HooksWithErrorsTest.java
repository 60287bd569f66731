package io.idem4j.http;

/** The same where a hook throws an error, such as a class that is missing. */
class HooksWithErrorsTest extends HooksTest {
    @Override
    RuntimeException broken() {
        throw new NoClassDefFoundError("secret");
    }
}
