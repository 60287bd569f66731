package io.idem4j.client;

import io.idem4j.client.RetryListener.Retry;
import org.jspecify.annotations.Nullable;

/** What an attempt came to: the user's body, or the decision to send again. */
sealed interface Answer<T> {
    record Final<T>(@Nullable T body) implements Answer<T> {}

    record Again<T>(Retry retry) implements Answer<T> {}
}
