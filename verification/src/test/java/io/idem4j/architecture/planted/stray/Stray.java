package io.idem4j.architecture.planted.stray;

public class Stray {}
