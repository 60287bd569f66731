package io.idem4j.spring;

/** A method returned, and had marked its transaction for rollback: how its claim ends is not for rules about exceptions to say. */
final class RolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RolledBack() {
        super("the method marked its transaction for rollback", null, false, false);
    }
}
