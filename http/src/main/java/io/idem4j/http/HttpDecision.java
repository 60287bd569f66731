package io.idem4j.http;

import java.util.Objects;

/** What an adapter is to do with a request. */
public sealed interface HttpDecision {

    /** Hand it to the application as it is: it is not idempotent (H-01). */
    record PassThrough() implements HttpDecision {}

    /**
     * Send this and nothing else; the application is not asked.
     *
     * @param answer a replay or a problem
     */
    record Answered(HttpAnswer answer) implements HttpDecision {
        /** Throws {@code NullPointerException} without an answer. */
        public Answered {
            Objects.requireNonNull(answer, "answer");
        }
    }

    /** Read the body, then {@link #begin}. Nothing is claimed yet. */
    non-sealed interface Guarded extends HttpDecision {
        /** What the body may have at most; of a longer one not more than this needs to be read. */
        int maxRequestBytes();

        /** The answer to a body that is longer (H-15). */
        HttpAnswer tooLarge();

        /** The answer to a body that ended early, or whose bytes make no sense (H-15). */
        HttpAnswer incomplete();

        /** The answer where the adapter can't read the body although the client sent it; logs why, without its text. */
        HttpAnswer failed(String what, Throwable failure);

        /**
         * Claims the key: {@link Answered} or {@link Running}. Asks the store, and waits for a holder where so configured.
         * Throws nothing of its own.
         *
         * @param body all of it; of a multipart body its parts one after the other
         */
        HttpDecision begin(byte[] body);
    }

    /** Hand it to the application, and say what came of it: exactly one of the endings, from any thread. */
    non-sealed interface Running extends HttpDecision, HttpRun {}
}
