package io.idem4j.internal;

import io.idem4j.StoredRecord;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an operation does with results beside storing them. */
record ResultRules<T extends @Nullable Object>(
        @Nullable Predicate<? super T> releaseWhen,
        @Nullable BiFunction<? super T, ? super StoredRecord, ? extends T> onReplay,
        @Nullable LocalCache cache) {
    private static final ResultRules<?> NONE = new ResultRules<>(null, null, null);

    @SuppressWarnings("unchecked")
    static <T extends @Nullable Object> ResultRules<T> none() {
        return (ResultRules<T>) NONE;
    }

    /** The same without a cache: what is stored may still be rolled back. */
    ResultRules<T> uncached() {
        return new ResultRules<>(releaseWhen, onReplay, null);
    }

    /** A predicate that throws says nothing of the effect, so that the result is stored. */
    boolean saysNoEffect(T result) {
        try {
            return releaseWhen != null && releaseWhen.test(result);
        } catch (Throwable e) {
            return false;
        }
    }

    T replayed(T value, StoredRecord record) {
        return onReplay == null ? value : onReplay.apply(value, record);
    }
}
