package io.idem4j.spring.boot;

import io.idem4j.spring.boot.IdempotencyProperties.StoreKind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** None or several stores could be meant, or the one that was chosen can't be made. */
@SuppressWarnings("serial") // never serialised
final class NoStoreChosenException extends RuntimeException {
    private static final String OWN = "or make a bean of type IdempotencyStore.";

    private final String action;

    private NoStoreChosenException(String message, String action) {
        super(message);
        this.action = action;
    }

    static NoStoreChosenException of(@Nullable StoreKind chosen, List<StoreKind> possible, List<String> factories) {
        String factory = factories.isEmpty()
                ? ""
                : " The connection factory of the bean " + factories.get(0) + " can't be taken over.";
        String where = factories.isEmpty() ? "" : "Set idem4j.redis.uri to where Redis is, or: ";
        if (chosen != null) {
            return new NoStoreChosenException(
                    "idem4j.store is " + StoreAutoConfiguration.text(chosen) + ", and the application has "
                            + need(chosen) + "." + (chosen == StoreKind.REDIS ? factory : ""),
                    (chosen == StoreKind.REDIS ? where : "") + "Add it, or set idem4j.store to " + choices(possible)
                            + ", " + OWN);
        }
        if (possible.isEmpty()) {
            return new NoStoreChosenException(
                    "Idem4j has no store for its records: there is no single DataSource or DynamoDbClient,"
                            + " and no Redis that idem4j.redis.uri, connection details or spring.data.redis name."
                            + factory,
                    where
                            + "Add one to the application, with idem4j-dynamodb or idem4j-redis for those two, or set idem4j.store=memory if one process is all there is and its"
                            + " records may be lost with it, " + OWN);
        }
        return new NoStoreChosenException(
                "Idem4j could keep its records in several stores: " + choices(possible) + ".",
                "Set idem4j.store to one of them, " + OWN);
    }

    String action() {
        return action;
    }

    private static String need(StoreKind kind) {
        return switch (kind) {
            case JDBC -> "no single or primary DataSource, or idem4j-jdbc is not there";
            case REDIS ->
                "neither idem4j.redis.uri nor connection details nor a url, host, sentinel or cluster in spring.data.redis, or"
                        + " idem4j-redis is not there";
            case DYNAMODB -> "no single DynamoDbClient, or idem4j-dynamodb is not there";
            case MEMORY -> "no memory";
        };
    }

    private static String choices(List<StoreKind> possible) {
        return possible.isEmpty()
                ? "memory"
                : possible.stream().map(StoreAutoConfiguration::text).collect(Collectors.joining(" or "));
    }
}
