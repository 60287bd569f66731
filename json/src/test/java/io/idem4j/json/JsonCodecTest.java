package io.idem4j.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.idem4j.TypeRef;
import io.idem4j.spi.ResultCodec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class JsonCodecTest {
    private static final String SENTINEL = "s3ntinel-7391";

    private final JsonCodec codec = new JsonCodec();

    record Receipt(String id, BigDecimal total, Optional<String> note, Instant at) {}

    record Empty() {}

    record Wide(
            boolean truth,
            byte b,
            short s,
            int i,
            long l,
            float f,
            double d,
            char c,
            byte[] bytes,
            int[] ints,
            String[] texts) {}

    enum Shout {
        LOUD,
        QUIET;

        @Override
        public String toString() {
            return "the same for all";
        }
    }

    enum Planned {
        NOW {
            @Override
            int days() {
                return 0;
            }
        },
        LATER {
            @Override
            int days() {
                return 3;
            }
        };

        abstract int days();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    sealed interface Payment permits Card, Cash {}

    record Card(String last4) implements Payment {}

    record Cash(BigDecimal amount) implements Payment {}

    sealed interface Unnamed permits OnlyOne {}

    record OnlyOne(String text) implements Unnamed {}

    static final class Bean {
        private String name = "";
        private List<Integer> numbers = new ArrayList<>();

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public List<Integer> getNumbers() {
            return numbers;
        }

        public void setNumbers(List<Integer> numbers) {
            this.numbers = numbers;
        }
    }

    static Stream<TestCase> keptValues() {
        ZonedDateTime paris = ZonedDateTime.of(2024, 3, 31, 1, 59, 59, 123_456_789, ZoneId.of("Europe/Paris"));
        return Stream.of(
                of(null, Void.class),
                of(null, void.class),
                of(null, String.class),
                of(null, Integer.class),
                of(true, boolean.class),
                of(42, int.class),
                of(Long.MIN_VALUE, long.class),
                of((byte) -7, byte.class),
                of((short) 300, Short.class),
                of('ü', char.class),
                of('\uD800', char.class),
                of(1.1f, float.class),
                of(0.1 + 0.2, double.class),
                of(2.0e-3, double.class),
                of(Double.MIN_VALUE, double.class),
                of(Double.NaN, double.class),
                of(Double.NEGATIVE_INFINITY, Double.class),
                of("", String.class),
                of("null", String.class),
                of("a\u0000\u001f\"\\/\u2028é😀", String.class),
                of("lone \uD83D high, \uDE00 low", String.class),
                of("\uD83D", String.class),
                of(new BigDecimal("1E+2"), BigDecimal.class),
                of(new BigDecimal("1.00"), BigDecimal.class),
                of(new BigDecimal("0E-10"), BigDecimal.class),
                of(new BigDecimal("-12345678901234567890.12345678901234567890"), BigDecimal.class),
                of(new BigDecimal("1E-1000"), BigDecimal.class),
                of(new BigDecimal("3." + "14159".repeat(400)), BigDecimal.class),
                of(new BigInteger("9".repeat(2_000)), BigInteger.class),
                of(Shout.QUIET, Shout.class),
                of(Planned.LATER, Planned.class),
                of(DayOfWeek.FRIDAY, DayOfWeek.class),
                of(Instant.parse("2024-02-29T23:59:59.123456789Z"), Instant.class),
                of(Instant.ofEpochSecond(-1, 1), Instant.class),
                of(LocalDate.of(1, 1, 1), LocalDate.class),
                of(LocalTime.of(0, 0), LocalTime.class),
                of(LocalTime.of(23, 59, 59, 1), LocalTime.class),
                of(LocalDateTime.of(2024, 2, 29, 0, 0), LocalDateTime.class),
                of(OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHoursMinutes(5, 45)), OffsetDateTime.class),
                of(OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 7, ZoneOffset.UTC), OffsetDateTime.class),
                of(OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(-3)), OffsetTime.class),
                of(paris, ZonedDateTime.class),
                of(paris.withZoneSameInstant(ZoneId.of("UTC")), ZonedDateTime.class),
                of(paris.withZoneSameInstant(ZoneOffset.UTC), ZonedDateTime.class),
                of(Duration.ofSeconds(90, 5), Duration.class),
                of(Duration.ofSeconds(-1, 1), Duration.class),
                of(Period.of(1, 2, 3), Period.class),
                of(Year.of(2024), Year.class),
                of(YearMonth.of(2024, 2), YearMonth.class),
                of(MonthDay.of(2, 29), MonthDay.class),
                of(ZoneId.of("Asia/Kathmandu"), ZoneId.class),
                of(UUID.fromString("00000000-0000-0001-8000-000000000000"), UUID.class),
                of(URI.create("https://example.org/a?b=c#d"), URI.class),
                of(Locale.forLanguageTag("tr-TR"), Locale.class),
                of(Currency.getInstance("EUR"), Currency.class),
                of(OptionalInt.of(3), OptionalInt.class),
                of(OptionalInt.empty(), OptionalInt.class),
                of(new Empty(), Empty.class),
                of(new Receipt("r", new BigDecimal("9.90"), Optional.of("x"), Instant.EPOCH), Receipt.class),
                of(new Receipt("r", new BigDecimal("9.90"), Optional.empty(), Instant.EPOCH), Receipt.class),
                of(new Receipt[] {new Receipt("r", BigDecimal.ONE, Optional.empty(), Instant.EPOCH)}, Receipt[].class),
                of(new int[][] {{1}, {}, {2, 3}}, int[][].class),
                of(new byte[] {0, -1, 127, -128}, byte[].class),
                of(new Card("4242"), Payment.class),
                of(new Cash(new BigDecimal("1.10")), Payment.class),
                of(List.of(), new TypeRef<List<Receipt>>() {}),
                of(
                        List.of(new Receipt("r", new BigDecimal("1.0"), Optional.empty(), Instant.EPOCH)),
                        new TypeRef<List<Receipt>>() {}),
                of(List.of(new Card("1"), new Cash(BigDecimal.TEN)), new TypeRef<List<Payment>>() {}),
                of(Set.of(1L), new TypeRef<Set<Long>>() {}),
                of(Map.of(7, LocalDate.EPOCH), new TypeRef<Map<Integer, LocalDate>>() {}),
                of(Map.of(UUID.randomUUID(), Shout.LOUD), new TypeRef<Map<UUID, Shout>>() {}),
                of(new TreeMap<>(Map.of("b", 1, "a", 2)), new TypeRef<TreeMap<String, Integer>>() {}),
                of(new EnumMap<>(Map.of(Shout.LOUD, 1)), new TypeRef<EnumMap<Shout, Integer>>() {}),
                of(Optional.empty(), new TypeRef<Optional<Receipt>>() {}),
                of(Optional.of(List.of(1, 2)), new TypeRef<Optional<List<Integer>>>() {}));
    }

    record TestCase(Object value, Type type) {
        @Override
        public String toString() {
            return type.getTypeName();
        }
    }

    private static TestCase of(Object value, Type type) {
        return new TestCase(value, type);
    }

    private static TestCase of(Object value, TypeRef<?> type) {
        return new TestCase(value, type.type());
    }

    private Object roundTrip(Object value, Type type) {
        return codec.decode(codec.encode(value, type), type);
    }

    @ParameterizedTest
    @MethodSource("keptValues")
    void comesBackEqual(TestCase sample) {
        Object back = roundTrip(sample.value(), sample.type());
        assertThat(back).isEqualTo(sample.value());
        assertThat(codec.encode(back, sample.type())).isEqualTo(codec.encode(sample.value(), sample.type()));
    }

    @Test
    void primitivesArraysAndBytesInARecordComeBackEqual() {
        Wide wide = new Wide(
                true, (byte) 1, (short) 2, 3, 4L, 5.5f, 6.25, 'c', new byte[] {9}, new int[] {1, 2}, new String[] {"x"
                });
        assertThat(roundTrip(wide, Wide.class)).usingRecursiveComparison().isEqualTo(wide);
    }

    @Test
    void aBeanComesBackEqual() {
        Bean bean = new Bean();
        bean.setName("n");
        bean.setNumbers(List.of(1, 2));
        assertThat(roundTrip(bean, Bean.class)).usingRecursiveComparison().isEqualTo(bean);
    }

    @Test
    void eachDecodeIsAFreshObject() {
        String text = codec.encode(new int[] {1}, int[].class);
        assertThat(codec.decode(text, int[].class)).isNotSameAs(codec.decode(text, int[].class));
    }

    @Nested
    class WhereTheDeclaredTypeIsObject {
        private final Type map = new TypeRef<Map<String, Object>>() {}.type();

        @Test
        void numbersWithAFractionLoseNoDigit() {
            Map<String, Object> value = new LinkedHashMap<>();
            value.put("price", new BigDecimal("0.1234567890123456789012345"));
            value.put("scale", new BigDecimal("1.00"));
            value.put("hundred", new BigDecimal("1E+2"));
            assertThat(roundTrip(value, map)).isEqualTo(value);
        }

        @Test
        void wholeNumbersLoseNoDigit() {
            Map<String, Object> value = Map.of("i", 1, "l", Long.MAX_VALUE, "b", new BigInteger("9".repeat(50)));
            assertThat(roundTrip(value, map)).isEqualTo(value);
        }

        @Test
        void aDoubleComesBackAsTheBigDecimalThatItPrintsAs() {
            assertThat(roundTrip(Map.of("d", 0.1), map)).isEqualTo(Map.of("d", new BigDecimal("0.1")));
        }

        @Test
        void aTreeKeepsItsDigits() {
            JsonNode tree = (JsonNode) codec.decode("{\"a\":1.00,\"b\":1E+2}", JsonNode.class);
            assertThat(codec.encode(tree, JsonNode.class)).isEqualTo("{\"a\":1.00,\"b\":1E+2}");
        }
    }

    @Nested
    class WhenTheFormatHasMovedOn {
        @Test
        void anUnknownPropertyIsIgnored() {
            assertThat(codec.decode("{\"text\":\"1\",\"brand\":\"new\"}", OnlyOne.class))
                    .isEqualTo(new OnlyOne("1"));
        }

        @Test
        void aMissingReferenceIsNull() {
            assertThat(codec.decode("{}", OnlyOne.class)).isEqualTo(new OnlyOne(null));
        }

        @Test
        void aMissingOrNullPrimitiveIsAnErrorAndNotZero() {
            record Counted(int count) {}
            assertThatThrownBy(() -> codec.decode("{}", Counted.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> codec.decode("null", int.class)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Nested
    class Refuses {
        @ParameterizedTest
        @ValueSource(strings = {"", " ", "{", "[1]]", "{} {}", "nul", "{\"last4\":1", "[]", "7", "\"text\""})
        void textThatIsNoJsonOfTheType(String text) {
            assertThatThrownBy(() -> codec.decode(text, Card.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Card.class.getName())
                    .hasCauseInstanceOf(JacksonException.class);
        }

        @Test
        void aTypeOfWhichNothingWouldBeStored() {
            assertThatThrownBy(() -> codec.encode(new Object(), Object.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void nestingBeyondTheBoundInBothDirections() {
            assertThat(roundTrip(nested(1_000), Object.class)).isEqualTo(nested(1_000));
            assertThatThrownBy(() -> codec.encode(nested(1_001), Object.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> codec.decode("[".repeat(1_001) + "]".repeat(1_001), Object.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void aValueThatHoldsItself() {
            List<Object> loop = new ArrayList<>();
            loop.add(loop);
            assertThatThrownBy(() -> codec.encode(loop, Object.class)).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void anInterfaceWithoutTypeInformation() {
            assertThatThrownBy(() -> codec.encode(new OnlyOne("x"), Unnamed.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> codec.decode("{\"text\":\"x\"}", Unnamed.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        private Object nested(int depth) {
            Object value = List.of();
            for (int i = 1; i < depth; i++) {
                value = List.of(value);
            }
            return value;
        }
    }

    @Test
    void errorsShowNoValueNotEvenInTheirCauses() {
        assertThat(trace(() -> codec.decode("{\"total\":\"" + SENTINEL + "\"}", Receipt.class)))
                .doesNotContain(SENTINEL);
        assertThat(trace(() -> codec.decode(SENTINEL, Receipt.class))).doesNotContain(SENTINEL);
        assertThat(trace(() -> codec.decode("\"" + SENTINEL + "\"", Shout.class)))
                .doesNotContain(SENTINEL);
        assertThat(trace(() -> codec.encode(Map.of(SENTINEL, new Object()), Object.class)))
                .doesNotContain(SENTINEL);
    }

    @Test
    void anErrorOfWritingSaysInWhichType() {
        record Holder(Object opaque) {}
        assertThatThrownBy(() -> codec.encode(new Holder(new Object()), Holder.class))
                .cause()
                .hasMessageContaining(Holder.class.getName());
    }

    @Test
    void anErrorSaysWhereInTheText() {
        assertThatThrownBy(() -> codec.decode("{\n  \"last4\": nope\n}", Card.class))
                .cause()
                .isInstanceOfSatisfying(JacksonException.class, e -> {
                    assertThat(e.getLocation().getLineNr()).isEqualTo(2);
                    assertThat(e.getStackTrace()).isNotEmpty();
                });
    }

    @Test
    void isFoundByServiceLoader() {
        assertThat(ServiceLoader.load(ResultCodec.class)).hasExactlyElementsOfTypes(JsonCodec.class);
    }

    @Test
    void usesTheMapperItIsGiven() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
                .build();
        assertThat(new JsonCodec(mapper).encode(new OnlyOne("1"), OnlyOne.class))
                .isEqualTo("{\"Text\":\"1\"}");
    }

    private static String trace(Runnable action) {
        StringWriter text = new StringWriter();
        try {
            action.run();
            throw new AssertionError("no error");
        } catch (IllegalArgumentException e) {
            e.printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }
}
