package io.idem4j.architecture.planted.spi;

import io.idem4j.architecture.planted.api.Service;
import io.idem4j.architecture.planted.api.Value;
import org.objectweb.asm.Label;

public interface Port {
    Value allowed();

    Service forbidden();

    Label library();
}
