package io.idem4j.examples.orders;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.MissingKeyException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.StoreException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** What else can be wrong with an order, beside its key. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Duration STORE_BACK = Duration.ofSeconds(2);

    @ExceptionHandler
    @Nullable ResponseEntity<Object> orders(DataAccessException failure, WebRequest request) throws Exception {
        logger.warn("The orders can't be read: " + failure);
        Problem problem =
                new Problem(ProblemCode.ORDERS_UNAVAILABLE, "The orders can't be read now. Try again.", failure);
        return handleException(problem.retryAfter(STORE_BACK), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> inProgress(AlreadyInProgressException failure, WebRequest request) throws Exception {
        Problem problem = new Problem(
                ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS,
                "The order is being placed. Ask again with the same key.",
                failure);
        return handleException(problem.retryAfter(failure.retryAfter()), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> mismatch(PayloadMismatchException failure, WebRequest request) throws Exception {
        return handleException(
                new Problem(
                        ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH, "Send a new key with another order.", failure),
                request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> missing(MissingKeyException failure, WebRequest request) throws Exception {
        return handleException(
                new Problem(ProblemCode.IDEMPOTENCY_KEY_MISSING, "Send an Idempotency-Key with the order.", failure),
                request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> store(StoreException failure, WebRequest request) throws Exception {
        logger.warn("The records can't be reached: " + failure);
        Problem problem = new Problem(
                ProblemCode.ORDERS_UNAVAILABLE, "Orders can't be placed now. Try again with the same key.", failure);
        return handleException(problem.retryAfter(STORE_BACK), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> transaction(TransactionException failure, WebRequest request) throws Exception {
        logger.warn("A transaction failed: " + failure);
        Problem problem = new Problem(
                ProblemCode.ORDERS_UNAVAILABLE, "Orders can't be placed now. Try again with the same key.", failure);
        return handleException(problem.retryAfter(STORE_BACK), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String detail = Optional.ofNullable(failure.getMostSpecificCause())
                .filter(IllegalArgumentException.class::isInstance)
                .map(Throwable::getMessage)
                .orElse("Send JSON like {\"item\":\"book\",\"quantity\":2}, and nothing else in it.");
        Problem problem = new Problem(ProblemCode.INVALID_ORDER, detail, failure);
        return handleErrorResponseException(problem, problem.getHeaders(), problem.getStatusCode(), request);
    }
}
