package io.idem4j.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static io.idem4j.architecture.Row.module;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;

/** The modules and what each knows. A new module is a new row. */
final class Layout {
    static final String API = "io.idem4j";
    static final String SPI = "io.idem4j.spi";
    static final String INTERNAL = "io.idem4j.internal";
    private static final String JSON = "io.idem4j.json";
    private static final String HTTP = "io.idem4j.http";

    private static final Set<String> PLAIN_VALUES = Set.of("io.idem4j.IdempotencyKey");

    /** The values and exceptions of the API: what travels through a store. */
    static final DescribedPredicate<JavaClass> VALUES = resideInAPackage(API)
            .and(describe(
                    "a value or an exception",
                    type -> type.isRecord()
                            || type.isEnum()
                            || type.isAssignableTo("io.idem4j.IdempotencyException")
                            || PLAIN_VALUES.contains(type.getName())));

    private static final DescribedPredicate<JavaClass> CORE_SPI =
            resideInAPackage(SPI).or(VALUES);
    private static final DescribedPredicate<JavaClass> CORE = resideInAnyPackage(API, SPI, "io.idem4j.memory");

    static final List<Row> ROWS = List.of(
            module("core", API, SPI, "io.idem4j.memory", INTERNAL),
            module("json", JSON).knowing(CORE).using("tools.jackson.."),
            module("tck", "io.idem4j.tck", "io.idem4j.tck.report")
                    .knowing(CORE_SPI)
                    .using("org.junit..", "org.opentest4j", "org.assertj.."),
            module("stores/jdbc", "io.idem4j.jdbc").knowing(CORE_SPI).using("org.postgresql"),
            module("stores/dynamodb", "io.idem4j.dynamodb")
                    .knowing(CORE_SPI)
                    .using("software.amazon.awssdk..", "tools.jackson.core.."),
            module("stores/redis", "io.idem4j.redis")
                    .knowing(CORE_SPI)
                    .using("io.lettuce.core..", "io.netty.util.concurrent"),
            module("http", HTTP).knowing(CORE.or(resideInAPackage(JSON))),
            module("servlet", "io.idem4j.servlet")
                    .knowing(CORE.or(resideInAPackage(HTTP)))
                    .using("jakarta.servlet.."),
            module("client", "io.idem4j.client").using("java.net.http", "javax.net.ssl"),
            module("micrometer", "io.idem4j.micrometer").knowing(CORE).using("io.micrometer.."),
            module("lambda", "io.idem4j.lambda")
                    .knowing(CORE.or(resideInAPackage(HTTP)))
                    .using("com.amazonaws.services.lambda.runtime.."),
            module("spring", "io.idem4j.spring", "io.idem4j.spring.web", "io.idem4j.spring.client")
                    .knowing(CORE.or(
                            resideInAnyPackage(JSON, HTTP, "io.idem4j.servlet", "io.idem4j.jdbc", "io.idem4j.client")))
                    .using(
                            "org.springframework..",
                            "org.aopalliance..",
                            "jakarta.servlet..",
                            "org.springdoc.core.customizers",
                            "io.swagger.v3.oas.models.."),
            module("spring-boot-starter", "io.idem4j.spring.boot")
                    .knowing(CORE.or(resideInAnyPackage(
                            JSON,
                            HTTP,
                            "io.idem4j.jdbc",
                            "io.idem4j.redis",
                            "io.idem4j.dynamodb",
                            "io.idem4j.micrometer",
                            "io.idem4j.spring",
                            "io.idem4j.spring.web")))
                    .using(
                            "org.springframework..",
                            "org.springdoc.core.customizers",
                            "jakarta.servlet..",
                            "tools.jackson..",
                            "io.lettuce.core",
                            "io.micrometer..",
                            "software.amazon.awssdk.."));

    /** Modules of the reactor that are no part of the library. */
    static final Set<String> OUTSIDE = Set.of(
            "bom",
            "examples/orders",
            "examples/lambda-orders",
            "test-tools",
            "benchmarks",
            "verification",
            "verification/powertools-java");

    private Layout() {}

    /** Whether a class of the API puts the engine together; its nested classes do too. */
    static boolean builds(JavaClass type) {
        String name = type.getName().replaceFirst("\\$.*", "");
        return name.equals("io.idem4j.Idempotency") || type.getPackageName().equals(API) && name.endsWith("Builder");
    }
}
