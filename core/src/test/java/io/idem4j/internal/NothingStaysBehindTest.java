package io.idem4j.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.Attempt;
import io.idem4j.Call;
import io.idem4j.IdempotencyKey;
import io.idem4j.IdempotencyPolicy;
import io.idem4j.Outcome;
import io.idem4j.TypeRef;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.spi.ResultCodec;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What calls leave in a process once they are over: no room, no runner, no watch, no planned renewal. */
class NothingStaysBehindTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final IdempotencyKey KEY = IdempotencyKey.of("s", "v");

    private final InMemoryStore store = new InMemoryStore();
    private final Engine engine = Engine.create(
            new Settings(store, new Plain(), List.of(), null, "test", true), IdempotencyPolicy.defaults());

    private static final class Plain implements ResultCodec {
        @Override
        public String encode(@Nullable Object value, Type type) {
            return String.valueOf(value);
        }

        @Override
        public Object decode(String data, Type type) {
            return data;
        }
    }

    private Call<String> call(Duration wait) {
        return engine.call(
                KEY, TypeRef.of(String.class), IdempotencyPolicy.defaults().waitUpTo(wait));
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    private Object shared(String name) throws ReflectiveOperationException {
        return field(field(engine, "shared"), name);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "stays-behind");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void of_waiting_and_of_giving_up() throws Exception {
        Attempt.Started<String> holder =
                (Attempt.Started<String>) call(Duration.ZERO).begin();
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Duration wait = i % 2 == 0 ? Duration.ofMillis(20) : PATIENCE;
            waiters.add(thread(() -> call(wait).run(() -> "never")));
        }
        assertThat(call(Duration.ofMillis(60)).run(() -> "never")).isInstanceOf(Outcome.InProgress.class);
        holder.complete("done");
        for (Thread waiter : waiters) {
            waiter.join(PATIENCE.toMillis());
        }

        assertThat((Map<?, ?>) field(shared("rooms"), "rooms")).isEmpty();
        assertThat((Map<?, ?>) field(field(store, "watchers"), "byKey")).isEmpty();
    }

    @Test
    void of_runs_of_one_key_that_overlapped() throws Exception {
        WaitingRooms rooms = new WaitingRooms();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread other = thread(() -> {
            RunningCall.Running running = rooms.enter(store, KEY);
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            running.close();
        });
        RunningCall.Running first = rooms.enter(store, KEY);
        assertThat(entered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        RunningCall.Running nested = rooms.enter(store, KEY);
        assertThat(rooms.isOwn(store, KEY)).isTrue();
        nested.close();
        assertThat(rooms.isOwn(store, KEY)).isTrue();
        first.close();
        assertThat(rooms.isOwn(store, KEY)).isFalse();
        leave.countDown();
        other.join(PATIENCE.toMillis());

        assertThat((Map<?, ?>) field(rooms, "runners")).isEmpty();
    }

    @Test
    void of_runs_that_were_renewed() throws Exception {
        for (int i = 0; i < 100; i++) {
            IdempotencyKey key = IdempotencyKey.of("s", "v" + i);
            engine.call(key, TypeRef.of(String.class), IdempotencyPolicy.defaults())
                    .run(() -> "done");
        }
        ScheduledThreadPoolExecutor scheduler = (ScheduledThreadPoolExecutor) field(shared("leases"), "scheduler");

        assertThat(scheduler.getQueue()).isEmpty();
        assertThat((Map<?, ?>) field(shared("rooms"), "runners")).isEmpty();
        assertThat(scheduler.allowsCoreThreadTimeOut()).isTrue();
        engine.close();
        assertThat(scheduler.isShutdown()).isTrue();
    }
}
