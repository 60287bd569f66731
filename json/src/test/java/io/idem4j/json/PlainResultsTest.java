package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Type;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainResultsTest {
    private final JsonCodec codec = new JsonCodec();
    private final JsonCodec byMapper = new JsonCodec(codec.mapper());

    @Test
    void any_text_is_written_as_the_mapper_writes_it_and_read_again() {
        Random random = new Random(7391);
        for (int run = 0; run < 2_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                text.append((char) (random.nextBoolean() ? random.nextInt(0x80) : random.nextInt(0x10000)));
            }
            same(text.toString(), String.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "\"", "\\ / \b\f\n\r\t", "\u0000\u001f\u007f\u2028\ufeff", "\ud83d\ude00", "\ud83d"})
    void awkward_text_is_written_as_the_mapper_writes_it_and_read_again(String text) {
        same(text, String.class);
    }

    @Test
    void long_text_is_written_as_the_mapper_writes_it_and_read_again() {
        same("<\u20ac\">".repeat(50_000), String.class);
    }

    @Test
    void bytes_are_written_as_the_mapper_writes_them_and_read_again() {
        Random random = new Random(7391);
        for (int length = 0; length < 300; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            same(bytes, byte[].class);
        }
        same(new byte[200_000], byte[].class);
    }

    private void same(Object value, Type type) {
        String json = codec.encode(value, type);

        assertThat(json).isEqualTo(byMapper.encode(value, type));
        assertThat(codec.decode(json, type)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "true",
                "12",
                "1.50",
                "\"open",
                "open",
                "\"two\" \"texts\"",
                "\"one\" x",
                "[]",
                "[\"in a list\"]",
                "{}",
                "{\"a\":1}",
                "\"\\ud800\"",
                "\"\\u00e9\\n\"",
                " \"spaced\" ",
                "\"QUJD\"",
                "\"QUJ\"",
                "\"Q U\"",
                "\"%%\"",
                "\"-_\""
            })
    void what_is_stored_is_read_or_refused_as_the_mapper_does(String stored) {
        for (Type type : List.of(String.class, byte[].class)) {
            Object expected;
            try {
                expected = byMapper.decode(stored, type);
            } catch (IllegalArgumentException refused) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> codec.decode(stored, type))
                        .withMessage(refused.getMessage());
                continue;
            }
            assertThat(codec.decode(stored, type)).isEqualTo(expected);
        }
    }

    @Test
    void results_of_text_bytes_and_nothing_need_no_mapper() throws Exception {
        try (Watched classes = new Watched()) {
            Object fresh = classes.codec();
            for (Class<?> type : List.of(String.class, byte[].class, Void.class)) {
                call(fresh, "prepare", type);
            }
            Object text = call(fresh, "encode", "a result", String.class);
            assertThat(call(fresh, "decode", text, String.class)).isEqualTo("a result");
            Object bytes = call(fresh, "encode", new byte[] {1, 2}, byte[].class);
            assertThat(call(fresh, "decode", bytes, byte[].class)).isEqualTo(new byte[] {1, 2});
            assertThat(classes.hasMapper()).isFalse();
        }
    }

    @Test
    void an_operation_with_other_results_has_its_mapper_when_it_is_built() throws Exception {
        try (Watched classes = new Watched()) {
            Object fresh = classes.codec();
            assertThat(classes.hasMapper()).isFalse();
            call(fresh, "prepare", Integer.class);
            assertThat(classes.hasMapper()).isTrue();
        }
    }

    private static @Nullable Object call(Object codec, String method, Object... arguments) throws Exception {
        Class<?>[] types = method.equals("prepare")
                ? new Class<?>[] {Type.class}
                : new Class<?>[] {method.equals("encode") ? Object.class : String.class, Type.class};
        return codec.getClass().getMethod(method, types).invoke(codec, arguments);
    }

    /** The class path once more, with classes of its own that nothing has used before. */
    private static final class Watched extends URLClassLoader {
        Watched() throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        Object codec() throws ReflectiveOperationException {
            return loadClass(JsonCodec.class.getName()).getConstructor().newInstance();
        }

        boolean hasMapper() {
            return findLoadedClass("tools.jackson.databind.cfg.MapperBuilder") != null;
        }
    }
}
