package io.idem4j.tck;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Which call of a {@link FaultyStore} goes wrong, and how. Must be thread-safe if the store is used so. */
@FunctionalInterface
public interface FaultPlan {
    /** How this call goes; asked once for each call, before anything else happens. */
    Fault next(StoreCall call);

    /** The first calls go as listed, all later ones as they should. */
    static FaultPlan script(Fault... faults) {
        List<Fault> script = List.of(faults);
        AtomicInteger next = new AtomicInteger();
        return call -> {
            int index = next.getAndIncrement();
            return index < script.size() ? script.get(index) : new Fault.None();
        };
    }

    /**
     * One call of one kind goes wrong, all others as they should.
     *
     * @param kind such as {@code StoreCall.Complete.class}
     * @param nth which call of that kind, from 0
     */
    static FaultPlan at(Class<? extends StoreCall> kind, int nth, Fault fault) {
        AtomicInteger calls = new AtomicInteger();
        return call -> kind.isInstance(call) && calls.getAndIncrement() == nth ? fault : new Fault.None();
    }

    /**
     * Calls fail before, lose their reply or arrive late, each with the same chance.
     *
     * @param share how many of a hundred calls go wrong
     */
    static FaultPlan random(long seed, int share) {
        Random random = new Random(seed);
        List<Fault> faults = List.of(new Fault.FailBefore(), new Fault.LoseReply(), new Fault.ArriveLate());
        return call -> random.nextInt(100) < share ? faults.get(random.nextInt(faults.size())) : new Fault.None();
    }
}
