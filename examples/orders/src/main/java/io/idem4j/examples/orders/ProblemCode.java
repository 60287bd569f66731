package io.idem4j.examples.orders;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;

/** What can be wrong with a request; a client tells it by {@code code} or {@code type}, which stay. */
enum ProblemCode {
    IDEMPOTENCY_KEY_MISSING(HttpStatus.BAD_REQUEST, "Idempotency-Key missing"),
    IDEMPOTENCY_REQUEST_IN_PROGRESS(HttpStatus.CONFLICT, "Request in progress"),
    IDEMPOTENCY_KEY_PAYLOAD_MISMATCH(HttpStatus.UNPROCESSABLE_CONTENT, "Key used for another order"),
    INVALID_ORDER(HttpStatus.BAD_REQUEST, "Not an order"),
    NO_SUCH_ORDER(HttpStatus.NOT_FOUND, "No such order"),
    IDEMPOTENCY_EXECUTION_FAILED(HttpStatus.INTERNAL_SERVER_ERROR, "Placing the order failed"),
    ORDERS_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Orders unavailable");

    private final HttpStatus status;
    private final String title;

    ProblemCode(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    HttpStatus status() {
        return status;
    }

    String title() {
        return title;
    }

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    URI type() {
        return URI.create("urn:idem4j:problem:" + code());
    }
}
