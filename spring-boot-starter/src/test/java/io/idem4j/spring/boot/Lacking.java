package io.idem4j.spring.boot;

import org.springframework.core.OverridingClassLoader;

/** Loads some classes anew, as where a library that they name is not there. */
final class Lacking extends OverridingClassLoader {
    private final String anew;
    private final String missing;

    /** Both are what the names of classes begin with. */
    Lacking(String missing, String anew) {
        super(Lacking.class.getClassLoader());
        this.missing = missing;
        this.anew = anew;
    }

    @Override
    protected boolean isEligibleForOverriding(String name) {
        return name.startsWith(anew);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(missing)) {
            throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
    }
}
