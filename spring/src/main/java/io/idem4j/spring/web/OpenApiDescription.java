package io.idem4j.spring.web;

import io.idem4j.http.HttpPolicy;
import io.idem4j.http.HttpProblem;
import io.idem4j.http.ProblemCode;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What OpenAPI says of a protected operation: the header, and the answers that are about the key. */
final class OpenApiDescription {
    private static final String RETRY_AFTER = "Retry-After";

    private static final List<ProblemCode> SHOWN = List.of(
            ProblemCode.IDEMPOTENCY_KEY_MISSING,
            ProblemCode.INVALID_IDEMPOTENCY_KEY,
            ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS,
            ProblemCode.IDEMPOTENCY_OUTCOME_UNKNOWN,
            ProblemCode.IDEMPOTENCY_RESULT_UNAVAILABLE,
            ProblemCode.IDEMPOTENCY_KEY_PAYLOAD_MISMATCH,
            ProblemCode.IDEMPOTENCY_UNAVAILABLE);
    private static final List<ProblemCode> PASSING =
            List.of(ProblemCode.IDEMPOTENCY_REQUEST_IN_PROGRESS, ProblemCode.IDEMPOTENCY_UNAVAILABLE);

    private OpenApiDescription() {}

    /** Adds what the operation does not say itself. */
    static void add(HttpPolicy policy, Operation operation) {
        if (!hasHeader(operation, policy.header())) {
            operation.addParametersItem(header(policy));
        }
        ApiResponses responses = operation.getResponses() == null ? new ApiResponses() : operation.getResponses();
        Map<String, List<HttpProblem>> byStatus = SHOWN.stream()
                .filter(code -> policy.required() || code != ProblemCode.IDEMPOTENCY_KEY_MISSING)
                .map(code -> policy.shown(code))
                .collect(Collectors.groupingBy(
                        problem -> Integer.toString(problem.status()), TreeMap::new, Collectors.toList()));
        byStatus.forEach((status, problems) -> responses.computeIfAbsent(status, unsaid -> response(problems)));
        operation.setResponses(responses);
    }

    private static boolean hasHeader(Operation operation, String name) {
        return operation.getParameters() != null
                && operation.getParameters().stream()
                        .anyMatch(known -> "header".equals(known.getIn()) && name.equalsIgnoreCase(known.getName()));
    }

    private static HeaderParameter header(HttpPolicy policy) {
        HeaderParameter header = new HeaderParameter();
        header.name(policy.header())
                .required(policy.required())
                .description(
                        "A new key with each new request, the same key with its retries: 1 to 255 visible ASCII characters, bare or as a"
                                + " quoted string."
                                + (policy.required() ? "" : " Without one the request is not protected."))
                .schema(new StringSchema().minLength(1));
        return header;
    }

    private static ApiResponse response(List<HttpProblem> problems) {
        ApiResponse response = new ApiResponse()
                .description(problems.stream()
                        .map(problem -> problem.title() + " (`" + problem.code() + "`).")
                        .distinct()
                        .collect(Collectors.joining(" ")))
                .content(new Content()
                        .addMediaType("application/problem+json", new MediaType().schema(schema(problems))));
        if (problems.stream().anyMatch(problem -> PASSING.contains(problem.kind()))) {
            response.addHeaderObject(
                    RETRY_AFTER,
                    new Header()
                            .description(
                                    "Seconds until the same request with the same key may be sent again; not there where it does not help.")
                            .schema(new IntegerSchema().minimum(BigDecimal.ONE)));
        }
        return response;
    }

    private static Schema<?> schema(List<HttpProblem> problems) {
        StringSchema code = new StringSchema();
        code.setEnum(new ArrayList<>(
                problems.stream().map(HttpProblem::code).distinct().toList()));
        ObjectSchema document = new ObjectSchema();
        document.addProperty("type", new StringSchema().format("uri"));
        document.addProperty("title", new StringSchema());
        document.addProperty("status", new IntegerSchema());
        document.addProperty("detail", new StringSchema());
        document.addProperty("code", code);
        document.setRequired(List.of("type", "title", "status", "detail", "code"));
        return document;
    }
}
