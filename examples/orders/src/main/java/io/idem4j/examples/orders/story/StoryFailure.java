package io.idem4j.examples.orders.story;

/** Something is not as the story says; the message is for its reader. */
final class StoryFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoryFailure(String message) {
        super(message);
    }

    static void unless(boolean holds, String message) {
        if (!holds) {
            throw new StoryFailure(message);
        }
    }
}
