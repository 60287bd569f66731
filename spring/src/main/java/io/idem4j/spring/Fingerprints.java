package io.idem4j.spring;

import io.idem4j.Fingerprint;
import io.idem4j.json.CanonicalJson;
import io.idem4j.json.JsonCodec;
import io.idem4j.spi.ResultCodec;
import org.jspecify.annotations.Nullable;

/** What an expression yields, as a fingerprint: a plain value by its text, anything else by its canonical JSON. */
final class Fingerprints {
    private final ResultCodec codec;

    Fingerprints(@Nullable ResultCodec codec) {
        this.codec = codec == null ? new JsonCodec() : codec;
    }

    @Nullable Fingerprint of(Place place, @Nullable Object value) {
        if (value == null || value instanceof Fingerprint) {
            return (Fingerprint) value;
        }
        try {
            return Fingerprint.ofParts(value);
        } catch (IllegalArgumentException e) {
            return ofJson(place, value);
        }
    }

    private Fingerprint ofJson(Place place, Object value) {
        String json;
        try {
            json = CanonicalJson.standard().text(codec.encode(value, value.getClass()));
        } catch (RuntimeException e) {
            throw place.wrong(
                    "fingerprint",
                    value.getClass().getName() + " can't be written as JSON, nothing ran; name the parts that count");
        }
        return Fingerprint.ofParts(json);
    }
}
