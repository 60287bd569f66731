package io.idem4j.examples.orders;

import io.idem4j.examples.orders.story.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Two processes of the service on one database, of which one after the other is killed and started again. */
final class Cluster implements Load.Addresses, AutoCloseable {
    private static final int SIZE = 2;
    private static final int SHORTEST_LIFE_MILLIS = 500;
    private static final int LONGEST_LIFE_MILLIS = 5_000;

    private final List<String> settings;
    private final Path log;
    private final AtomicInteger instances = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicReferenceArray<CompletableFuture<Instance>> slots = new AtomicReferenceArray<>(SIZE);

    /** A process under the name that its claims and rows carry. */
    private record Instance(String name, ServiceProcess process) {}

    /**
     * A SIGKILL.
     *
     * @param sent just before it
     * @param gone when the process was seen to be no more
     */
    record Kill(String instance, Instant sent, Instant gone) {}

    Cluster(List<String> settings, Path folder) throws Exception {
        this.settings = settings;
        this.log = Files.createDirectories(folder).resolve("service.log");
        for (int slot = 0; slot < SIZE; slot++) {
            slots.set(slot, start());
        }
        for (int slot = 0; slot < SIZE; slot++) {
            slots.get(slot).get();
        }
    }

    private CompletableFuture<Instance> start() {
        String name = "instance-" + instances.incrementAndGet();
        List<String> all = new ArrayList<>(settings);
        all.add("--orders.instance=" + name);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new Instance(name, ServiceProcess.start(OrdersApplication.class, log, all));
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    /** In turns; of one that is not up yet the last address is as good as any: nobody answers there. */
    @Override
    public URI next() {
        int turn = turns.getAndIncrement();
        for (int i = 0; i < SIZE; i++) {
            CompletableFuture<Instance> slot = slots.get(Math.floorMod(turn + i, SIZE));
            if (slot != null && slot.isDone()) {
                return slot.join().process().address();
            }
        }
        return URI.create("http://localhost:1");
    }

    /** Kills one after a time between half a second and five seconds, starts it again, and so on with the other; the last stays dead. */
    List<Kill> killInTurns(int kills, Random random) throws Exception {
        List<Kill> done = new ArrayList<>();
        for (int i = 0; i < kills; i++) {
            int life = SHORTEST_LIFE_MILLIS + random.nextInt(LONGEST_LIFE_MILLIS - SHORTEST_LIFE_MILLIS);
            Thread.sleep(Duration.ofMillis(life).toMillis());
            int slot = i % SIZE;
            Instance victim = slots.get(slot).get();
            Instant sent = Instant.now();
            victim.process().close();
            done.add(new Kill(victim.name(), sent, Instant.now()));
            slots.set(slot, i == kills - 1 ? null : start());
        }
        return done;
    }

    @Override
    public void close() {
        for (int slot = 0; slot < SIZE; slot++) {
            CompletableFuture<Instance> started = slots.get(slot);
            if (started != null) {
                started.thenAccept(instance -> instance.process().close()).join();
            }
        }
    }
}
