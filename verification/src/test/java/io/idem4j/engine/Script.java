package io.idem4j.engine;

import io.idem4j.tck.Fault;
import io.idem4j.tck.FaultPlan;
import io.idem4j.tck.StoreCall;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a test says of its store's calls, and which of them the engine made. */
final class Script implements FaultPlan {
    static final Fault UNREACHABLE = new Fault.FailBefore();
    static final Fault REPLY_LOST = new Fault.LoseReply();
    static final Fault LATE = new Fault.ArriveLate();
    static final Fault GOOD = new Fault.None();

    private final Map<Class<?>, Queue<Fault>> next = new ConcurrentHashMap<>();
    private final Map<Class<?>, Fault> always = new ConcurrentHashMap<>();
    private final List<StoreCall> made = new CopyOnWriteArrayList<>();

    /** Runs on the caller's thread, then the call is carried out; what it throws the store throws. */
    static Fault after(Runnable first) {
        return new Fault.Delay(first);
    }

    static Fault throwing(Throwable thrown) {
        return after(() -> Script.<RuntimeException>sneaked(thrown));
    }

    /** Throws it, declared or not. */
    @SuppressWarnings("unchecked")
    static <X extends Throwable> void sneaked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    /** How the next calls of that kind go. */
    void once(Class<? extends StoreCall> kind, Fault... faults) {
        next.put(kind, new ArrayDeque<>(List.of(faults)));
    }

    /** How all later calls of that kind go. */
    void always(Class<? extends StoreCall> kind, Fault fault) {
        always.put(kind, fault);
    }

    void heal() {
        next.clear();
        always.clear();
    }

    @Override
    public Fault next(StoreCall call) {
        made.add(call);
        Queue<Fault> queue = next.get(call.getClass());
        if (queue != null) {
            synchronized (queue) {
                Fault fault = queue.poll();
                if (fault != null) {
                    return fault;
                }
            }
        }
        return always.getOrDefault(call.getClass(), GOOD);
    }

    <C extends StoreCall> List<C> made(Class<C> kind) {
        return made.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    int count(Class<? extends StoreCall> kind) {
        return made(kind).size();
    }

    List<StoreCall> made() {
        return List.copyOf(made);
    }

    void forgetMade() {
        made.clear();
    }
}
