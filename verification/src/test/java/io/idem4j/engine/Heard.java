package io.idem4j.engine;

import io.idem4j.IdempotencyListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told. */
final class Heard implements IdempotencyListener {
    private final List<Event> events = new CopyOnWriteArrayList<>();

    @Override
    public void onEvent(Event event) {
        events.add(event);
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    List<Kind> kinds() {
        return events.stream().map(Event::kind).toList();
    }

    long count(Kind kind) {
        return kinds().stream().filter(kind::equals).count();
    }

    Event the(Kind kind) {
        List<Event> found =
                events.stream().filter(event -> event.kind() == kind).toList();
        if (found.size() != 1) {
            throw new AssertionError(kind + " was told " + found.size() + " times, among " + kinds());
        }
        return found.get(0);
    }

    void forget() {
        events.clear();
    }
}
