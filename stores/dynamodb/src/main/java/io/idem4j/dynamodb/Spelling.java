package io.idem4j.dynamodb;

import io.idem4j.RecordStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statuses as they are written. Powertools knows the first two; its readers refuse the others instead of replaying nothing. */
final class Spelling {
    static final String IN_PROGRESS = "INPROGRESS";
    /** A result that native values can't hold, kept as text: other languages would replay the text itself. */
    static final String COMPLETED_AS_TEXT = "COMPLETED_AS_TEXT";

    private Spelling() {}

    static String of(RecordStatus status) {
        return status == RecordStatus.IN_PROGRESS ? IN_PROGRESS : status.name();
    }

    static List<String> allOf(RecordStatus status) {
        return status == RecordStatus.COMPLETED ? List.of(of(status), COMPLETED_AS_TEXT) : List.of(of(status));
    }

    /** Null for one that is not known. */
    static @Nullable RecordStatus parse(@Nullable String text) {
        for (RecordStatus status : RecordStatus.values()) {
            if (text != null && allOf(status).contains(text)) {
                return status;
            }
        }
        return null;
    }
}
