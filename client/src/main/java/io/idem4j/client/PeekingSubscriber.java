package io.idem4j.client;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Reads a body whole, and then hands it to the subscriber that is chosen for it. */
final class PeekingSubscriber<T> implements BodySubscriber<T> {
    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private final CompletionStage<T> result;

    PeekingSubscriber(Function<byte[], BodySubscriber<T>> choice) {
        this.result = whole.getBody().thenCompose(body -> {
            BodySubscriber<T> chosen = choice.apply(body);
            chosen.onSubscribe(new Once(chosen, body));
            return chosen.getBody();
        });
    }

    @Override
    public CompletionStage<T> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        whole.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
        whole.onNext(item);
    }

    @Override
    public void onError(Throwable throwable) {
        whole.onError(throwable);
    }

    @Override
    public void onComplete() {
        whole.onComplete();
    }

    /** The body at the first request, and its end. */
    private static final class Once implements Flow.Subscription {
        private final Flow.Subscriber<List<ByteBuffer>> subscriber;
        private final byte[] body;
        private final AtomicBoolean done = new AtomicBoolean();

        Once(Flow.Subscriber<List<ByteBuffer>> subscriber, byte[] body) {
            this.subscriber = subscriber;
            this.body = body;
        }

        @Override
        public void request(long count) {
            if (!done.compareAndSet(false, true)) {
                return;
            }
            if (count <= 0) {
                subscriber.onError(new IllegalArgumentException("count: must be positive"));
                return;
            }
            if (body.length > 0) {
                subscriber.onNext(List.of(ByteBuffer.wrap(body).asReadOnlyBuffer()));
            }
            subscriber.onComplete();
        }

        @Override
        public void cancel() {
            done.set(true);
        }
    }
}
