package io.idem4j.architecture.planted.api;

import io.idem4j.architecture.planted.internal.Engine;

public class Service {
    final Engine[] engines = {};
}
