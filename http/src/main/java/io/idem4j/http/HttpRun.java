package io.idem4j.http;

import io.idem4j.Execution;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request whose key is claimed. The adapter hands it to the application, holds back what that answers, ends the claim by
 * one of {@link #respond}, {@link #respondAfterTimeout} and {@link #crash}, and sends the answer then. The first ending counts,
 * later ones do nothing. None throws: what can't be recorded is logged, and the response is sent all the same (H-11).
 */
public interface HttpRun {
    /** For the application: to abandon, or to ask for downstream keys. */
    Execution execution();

    /** How much of a body to hold back; a longer one is sent as it comes, and ended without body. */
    int maxResponseBytes();

    /** The headers to end with, by their names. */
    Set<String> keptHeaders();

    /** Whether a response of this type is one that the client reads while it is written, so that it is not held back. */
    boolean isStreamed(@Nullable String contentType);

    /**
     * The application has answered: kept, released, or the claim kept, by status (H-04, H-10).
     *
     * @param status 200 to 999; about any other no rule is asked, and the request is recorded without its response
     * @param headers any; only those to be kept are
     * @param body as it will be sent; null: it was not held back (H-13)
     */
    void respond(int status, Map<String, List<String>> headers, byte @Nullable [] body);

    /**
     * The same where the server's patience ended before the application did: as an exception by policy, since it may go on. Rules get
     * a {@link HandlerTimeoutException}.
     */
    void respondAfterTimeout(int status, Map<String, List<String>> headers, byte @Nullable [] body);

    /** The application has thrown this, and the adapter will throw it on (H-09). */
    void crash(Throwable failure);
}
