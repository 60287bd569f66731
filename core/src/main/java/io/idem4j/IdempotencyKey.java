package io.idem4j;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What makes two calls the same operation: scope (the operation's name), principal (the caller) and value. Different
 * triples never share a record, whatever characters they hold. Immutable; {@link #toString()} shows scope and a short
 * hash only.
 */
public final class IdempotencyKey {
    private final String scope;
    private final String principal;
    private final String value;
    private final boolean id;
    /** Not part of the identity: whether messages may show the value (E-13). */
    private final boolean shown;

    private IdempotencyKey(String scope, String principal, String value, boolean id, boolean shown) {
        this.scope = scope;
        this.principal = principal;
        this.value = value;
        this.id = id;
        this.shown = shown;
    }

    /**
     * A key within an operation's scope.
     *
     * @param scope the operation's name, 1 to 120 code points
     * @param value 1 to 255 code points once stripped of white space at both ends
     * @throws IllegalArgumentException naming the part that is blank or too long, or has control characters or lone
     *     surrogates; and if the parts have more than 1,000 UTF-8 bytes together
     */
    public static IdempotencyKey of(String scope, String value) {
        Objects.requireNonNull(scope, "scope");
        if (scope.isBlank()) {
            throw new IllegalArgumentException(
                    "scope: must not be blank; name the operation, or use unscoped(value) on purpose");
        }
        return checked(scope, "", value);
    }

    /** A key without scope: it meets every other unscoped key in the store. Errors as {@link #of}. */
    public static IdempotencyKey unscoped(String value) {
        return checked("", "", value);
    }

    /**
     * An id that another library made, used as it is, for tables shared with it: not stripped, not encoded.
     *
     * @throws IllegalArgumentException if it is empty, has lone surrogates or more than 1,000 UTF-8 bytes
     */
    public static IdempotencyKey ofId(String id) {
        KeyRules.id(id);
        return new IdempotencyKey("", "", id, true, false);
    }

    /**
     * The same key for one caller (user, tenant); other principals never meet it.
     *
     * @param principal 1 to 255 code points
     * @throws IllegalArgumentException naming what is wrong with it; on an {@link #ofId} key always
     */
    public IdempotencyKey forPrincipal(String principal) {
        Objects.requireNonNull(principal, "principal");
        if (id) {
            throw new IllegalArgumentException("principal: a key made by ofId is a whole identity and takes none");
        }
        if (principal.isBlank()) {
            throw new IllegalArgumentException("principal: must not be blank; leave it out where nobody is known");
        }
        return checked(scope, principal, value);
    }

    private static IdempotencyKey checked(String scope, String principal, String value) {
        Objects.requireNonNull(value, "value");
        String stripped = value.strip();
        KeyRules.parts(scope, principal, stripped);
        return new IdempotencyKey(scope, principal, stripped, false, false);
    }

    /** The operation's name; may be empty. */
    public String scope() {
        return scope;
    }

    /** The caller; may be empty. */
    public String principal() {
        return principal;
    }

    /** The key's own value, stripped; of an {@link #ofId} key the id. */
    public String value() {
        return value;
    }

    /**
     * The one string that key/value stores use: {@code value}; with a scope {@code scope#value}; with a principal
     * {@code scope#principal#value}, where the scope may be empty. {@code %} and {@code #} within a part are written
     * {@code %25} and {@code %23}. An {@link #ofId} key gives its id unchanged.
     */
    public String id() {
        return id ? value : KeyRules.join(scope, principal, value);
    }

    /** The same identity, whose {@link #toString()} shows it. */
    IdempotencyKey shown() {
        return new IdempotencyKey(scope, principal, value, id, true);
    }

    /** Equal by what a store sees: the three parts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IdempotencyKey that
                && value.equals(that.value)
                && scope.equals(that.scope)
                && principal.equals(that.principal)
                && sameId(that);
    }

    /** {@code ofId("a#b")} and {@code unscoped("a#b")} have equal parts but other ids. */
    private boolean sameId(IdempotencyKey that) {
        return id == that.id || id().equals(that.id());
    }

    @Override
    public int hashCode() {
        return (scope.hashCode() * 31 + principal.hashCode()) * 31 + value.hashCode();
    }

    @Override
    public String toString() {
        return shown ? id() : KeyRules.label(scope, principal, value);
    }
}
