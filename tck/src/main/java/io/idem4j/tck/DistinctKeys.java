package io.idem4j.tck;

import io.idem4j.IdempotencyKey;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Keys that a careless store takes for one another; all are different. */
final class DistinctKeys {
    private static final List<String> LOOKALIKES = List.of(
            "k",
            "K",
            "k#",
            "#k",
            "k%23",
            "k%25",
            "%",
            "%25",
            "k k",
            "k  k",
            "k\u00a0k",
            "é",
            "e\u0301",
            "É",
            "ß",
            "ss",
            "ı",
            "i",
            "I",
            "İ",
            "a_c",
            "abc",
            "a%c",
            "a\\c",
            "a'c",
            "a\"c",
            "a:c",
            "a/c",
            "a{c}",
            "日本",
            "😀",
            "😁",
            "\ufeffk",
            "k\u200b",
            "1",
            "01",
            "1.0",
            "null",
            "\ufb01",
            "fi");

    private DistinctKeys() {}

    /** New ones, the same each time but for a random part. */
    static List<IdempotencyKey> all() {
        String salt = UUID.randomUUID().toString();
        List<IdempotencyKey> keys = new ArrayList<>();
        for (String text : LOOKALIKES) {
            keys.add(IdempotencyKey.unscoped(salt + text));
            keys.add(IdempotencyKey.of(salt, text));
            keys.add(IdempotencyKey.of(salt, "v").forPrincipal(text));
            keys.add(IdempotencyKey.of(salt + text, "v"));
        }
        keys.add(IdempotencyKey.of("a", salt).forPrincipal("b"));
        keys.add(IdempotencyKey.of("a#b", salt));
        keys.add(IdempotencyKey.of("a", "b#" + salt));
        keys.add(IdempotencyKey.of("a%23b", salt));
        keys.add(IdempotencyKey.unscoped("a#b#" + salt));
        keys.add(IdempotencyKey.unscoped(salt).forPrincipal("a#b"));
        keys.add(IdempotencyKey.unscoped(salt).forPrincipal("a"));
        keys.add(IdempotencyKey.of("a", salt));
        keys.add(IdempotencyKey.of(salt, "x").forPrincipal("y"));
        keys.add(IdempotencyKey.of(salt, "y").forPrincipal("x"));
        keys.add(IdempotencyKey.of("x", salt).forPrincipal("p "));
        keys.add(IdempotencyKey.of("x", salt).forPrincipal("p"));
        keys.add(IdempotencyKey.of("x ", salt).forPrincipal("p"));
        return keys;
    }
}
