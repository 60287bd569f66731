package io.idem4j.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request as its adapter shows it, without its body. Used by the thread that handles the request only. */
public interface RequestView {
    /** As sent, such as {@code POST}. */
    String method();

    /** Below the application's root, decoded and normalised as the application's own routes see it; starts with {@code /}. */
    String path();

    /** As sent, without the {@code ?}; null: none. */
    @Nullable String query();

    /** Every value of a header, in order, one for each line that was sent; empty: none. The name's case does not matter. */
    List<String> headers(String name);

    /** Who the server says is calling; null: nobody it knows. */
    @Nullable String principal();

    /** The template that the application routes this request by, such as {@code /orders/{id}}; null where unknown yet. */
    default @Nullable String route() {
        return null;
    }

    /** How long the invocation that handles this request may still take; zero counts (E-08); null: no limit. */
    default @Nullable Duration timeLeft() {
        return null;
    }

    /** What must be left of that for an action to be started; not negative. */
    default Duration margin() {
        return Duration.ZERO;
    }

    /** The adapter's own request, for hooks that need more of it. */
    <T> Optional<T> unwrap(Class<T> type);
}
