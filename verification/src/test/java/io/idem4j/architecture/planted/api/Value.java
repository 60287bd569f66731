package io.idem4j.architecture.planted.api;

public record Value(String text) {}
