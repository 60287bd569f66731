package io.idem4j.spring.crashes;

/** Which of the two orders. */
enum Order {
    JOINING,
    CLAIMING_FIRST
}
