package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.http.RequestView;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A request as its event spells it, in an invocation. */
abstract class ApiView<E> implements RequestView {
    final E event;
    private final Context context;
    private final Duration margin;

    ApiView(E event, Context context, Duration margin) {
        this.event = event;
        this.context = context;
        this.margin = margin;
    }

    /** When it is asked: reading the request takes time too. */
    @Override
    public final Duration timeLeft() {
        return Invocation.left(context);
    }

    @Override
    public final Duration margin() {
        return margin;
    }

    /** The event or the context. */
    @Override
    public final <T> Optional<T> unwrap(Class<T> type) {
        return Stream.of(event, context)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }
}
