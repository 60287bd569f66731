package io.idem4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstProgramTest {
    private static final IdempotencyKey KEY =
            IdempotencyKey.of("orders.place", "k-1").forPrincipal("ann");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InMemoryStore store = new InMemoryStore(now::get);
    private final AtomicInteger runs = new AtomicInteger();

    private final Idempotency idempotency =
            Idempotency.builder(store).codec(new TextCodec()).build();

    @Test
    void aDuplicateGetsTheFirstResultAndTheActionRunsOnce() {
        String first = idempotency.execute(KEY, String.class, () -> "receipt " + runs.incrementAndGet());
        String second = idempotency.execute(KEY, String.class, () -> "receipt " + runs.incrementAndGet());

        assertThat(second).isEqualTo(first).isEqualTo("receipt 1");
        assertThat(runs).hasValue(1);
    }

    @Test
    void aHolderThatDiedIsTakenOverAfterItsLeaseAndFenced() {
        Attempt.Started<String> holder =
                (Attempt.Started<String>) idempotency.call(KEY, String.class).begin();
        assertThatThrownBy(() -> idempotency.execute(KEY, String.class, () -> "second"))
                .isInstanceOf(AlreadyInProgressException.class);

        now.set(now.get().plusSeconds(31));

        assertThat(idempotency.execute(KEY, String.class, () -> "second")).isEqualTo("second");
        assertThat(holder.complete("first").recording()).isEqualTo(Outcome.Recording.FENCED);
        assertThat(idempotency.execute(KEY, String.class, () -> "third")).isEqualTo("second");
    }

    @Test
    void aWaitingDuplicateReplaysAsSoonAsTheHolderCompletes() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<String> holder = CompletableFuture.supplyAsync(() -> {
            try {
                return idempotency.execute(KEY, String.class, () -> {
                    go.await();
                    return "receipt " + runs.incrementAndGet();
                });
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        while (store.find(KEY).isEmpty()) {
            Thread.onSpinWait();
        }
        CompletableFuture<String> waiter = CompletableFuture.supplyAsync(() -> idempotency
                .call(KEY, String.class)
                .policy(p -> p.waitUpTo(Duration.ofSeconds(20)))
                .execute(() -> "receipt " + runs.incrementAndGet()));
        go.countDown();

        assertThat(waiter.get()).isEqualTo(holder.get()).isEqualTo("receipt 1");
        assertThat(runs).hasValue(1);
    }

    private static final class TextCodec implements ResultCodec {
        @Override
        public String encode(@Nullable Object value, Type type) {
            return '"' + String.valueOf(value) + '"';
        }

        @Override
        public Object decode(String data, Type type) {
            return data.substring(1, data.length() - 1);
        }
    }
}
