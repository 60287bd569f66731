package io.idem4j.examples.orders;

import io.idem4j.AlreadyInProgressException;
import io.idem4j.IdempotencyException;
import io.idem4j.InDoubtException;
import io.idem4j.OutcomeUnknownException;
import io.idem4j.PayloadMismatchException;
import io.idem4j.ResultUnavailableException;
import io.idem4j.StoreUnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Which answer an outcome without a value has. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Duration STORE_BACK = Duration.ofSeconds(2);

    @ExceptionHandler
    @Nullable ResponseEntity<Object> idempotency(IdempotencyException failure, WebRequest request) throws Exception {
        return handleException(problem(failure), request);
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> orders(DataAccessException failure, WebRequest request) throws Exception {
        logger.warn("The orders can't be read: " + failure);
        Problem problem =
                new Problem(ProblemCode.ORDERS_UNAVAILABLE, "The orders can't be read now. Try again.", failure);
        return handleException(problem.retryAfter(STORE_BACK), request);
    }

    private Problem problem(IdempotencyException failure) {
        if (failure instanceof AlreadyInProgressException elsewhere) {
            return new Problem(
                            ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS,
                            "The order is being placed. Ask again with the same key.",
                            failure)
                    .retryAfter(elsewhere.retryAfter());
        }
        if (failure instanceof PayloadMismatchException) {
            return new Problem(
                    ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH,
                    "The key belongs to another order. Take a new key for a new order.",
                    failure);
        }
        if (failure instanceof InDoubtException) {
            return new Problem(
                    ProblemCode.IDEMPOTENCY_OUTCOME_UNKNOWN,
                    "Nobody knows whether the order was placed. It is not placed again; ask an operator.",
                    failure);
        }
        if (failure instanceof ResultUnavailableException) {
            return new Problem(
                    ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE,
                    "The order was placed, and its answer was not kept. Look it up.",
                    failure);
        }
        if (failure instanceof StoreUnavailableException || failure instanceof OutcomeUnknownException) {
            logger.warn("The idempotency store does not answer: " + failure);
            return new Problem(
                            ProblemCode.IDEMPOTENCY_UNAVAILABLE,
                            "Nothing was placed. Try again with the same key.",
                            failure)
                    .retryAfter(STORE_BACK);
        }
        logger.error("An order could not be placed", failure);
        return new Problem(
                ProblemCode.IDEMPOTENCY_EXECUTION_FAILED, "The order could not be placed. Ask an operator.", failure);
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
