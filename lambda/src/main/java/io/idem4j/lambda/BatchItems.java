package io.idem4j.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.idem4j.Outcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The items of one batch, run one after the other on the thread of the invocation.
 *
 * <p>An item is done when its effect is known to have happened, in this run or an earlier one, whether or not its result could be
 * kept: it must not come again. Everything else has to: what failed, what was given back, what another run is at, what is in
 * doubt. An interrupt is answered by reporting what is left, and is over then: were the flag left, all later invocations of the
 * process would report everything. An item's failure, errors included, never keeps the others from being run; only an error of the virtual machine itself
 * ends the invocation, after which the whole batch comes again and what is done replays.
 */
final class BatchItems<E, R extends @Nullable Object> {
    private static final Logger LOG = System.getLogger("io.idem4j.lambda");

    private final GuardedAction<E, R> action;
    private final Context context;
    private final List<E> items;
    /** Read before anything ran: an action may change what it is given. */
    private final List<String> identifiers;

    private boolean interrupted;

    private BatchItems(GuardedAction<E, R> action, Context context, List<E> items, List<String> identifiers) {
        this.action = action;
        this.context = context;
        this.items = items;
        this.identifiers = identifiers;
    }

    /**
     * Refuses, before anything runs, a batch of which an item could not be told by its identifier: the service would take the
     * answer as a failure of the whole batch.
     */
    static <E, R extends @Nullable Object> BatchItems<E, R> of(
            GuardedAction<E, R> action,
            Context context,
            @Nullable List<E> items,
            Function<E, @Nullable String> identifier) {
        if (items == null) {
            throw new IllegalArgumentException("the event has no Records: this handler is for another kind of event");
        }
        List<String> identifiers = new ArrayList<>(items.size());
        for (int at = 0; at < items.size(); at++) {
            E item = items.get(at);
            String id = item == null ? null : identifier.apply(item);
            if (id == null || id.isEmpty()) {
                throw new IllegalArgumentException(
                        "Records[" + at + "] has no identifier: nothing of the batch was run");
            }
            identifiers.add(id);
        }
        return new BatchItems<>(action, context, items, identifiers);
    }

    int size() {
        return items.size();
    }

    E get(int at) {
        return items.get(at);
    }

    /** By which it is reported: what it came with. */
    String identifier(int at) {
        return identifiers.get(at);
    }

    /** Runs one; false if it has to come again. */
    boolean isDone(int at) {
        interrupted |= Thread.interrupted();
        if (interrupted) {
            return comesAgain(at, "not run, the thread was interrupted", null);
        }
        try {
            return isDone(at, action.run(items.get(at), context));
        } catch (StackOverflowError e) {
            return comesAgain(at, "it failed", e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            interrupted = e instanceof InterruptedException;
            return comesAgain(at, "it failed", e);
        } finally {
            interrupted |= Thread.interrupted();
        }
    }

    private boolean isDone(int at, Outcome<R> outcome) {
        if (outcome instanceof Outcome.Executed<R> executed) {
            return !executed.withoutEffect() || comesAgain(at, "its action gave it back", null);
        }
        if (outcome instanceof Outcome.Replayed<R> || outcome instanceof Outcome.ResultUnavailable<R>) {
            return true;
        }
        return comesAgain(at, why(outcome), null);
    }

    private static String why(Outcome<?> outcome) {
        if (outcome instanceof Outcome.InProgress<?>) {
            return "another run is at it";
        }
        if (outcome instanceof Outcome.Mismatch<?>) {
            return "its key was used for another payload";
        }
        if (outcome instanceof Outcome.InDoubt<?>) {
            return "in doubt, an operator has to settle it";
        }
        return "a failure is stored for its key";
    }

    private boolean comesAgain(int at, String why, @Nullable Throwable cause) {
        LOG.log(Level.WARNING, () -> name(at) + " has to come again: " + why, cause);
        return false;
    }

    private String name(int at) {
        return "item " + (at + 1) + " of " + items.size() + " (" + identifiers.get(at) + ")";
    }
}
