package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.ConfigurationException;
import io.idem4j.IdempotencyKey;
import io.idem4j.memory.InMemoryStore;
import io.idem4j.tck.Clause;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the variables of a function decide. */
@Clause("L-10")
class LambdaEnvironmentTest {
    private static LambdaEnvironment with(String name, String value) {
        return LambdaEnvironment.of(Map.of(name, value)::get);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "y", "yes", "t", "true", "on", "TRUE", " Yes "})
    void either_variable_switches_idempotency_off(String value) {
        for (String name : new String[] {"IDEM4J_DISABLED", "POWERTOOLS_IDEMPOTENCY_DISABLED"}) {
            LambdaEnvironment environment = with(name, value);
            assertThat(environment.disabled()).isTrue();
            AtomicInteger effects = new AtomicInteger();
            InMemoryStore store = new InMemoryStore();
            IdempotencyKey key = IdempotencyKey.of("orders", "a");
            for (int call = 0; call < 2; call++) {
                environment.idempotency(store).build().execute(key, Integer.class, effects::incrementAndGet);
            }
            assertThat(effects).hasValue(2);
            assertThat(store.find(key)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "n", "no", "f", "false", "off", "False"})
    void the_opposite_leaves_it_on(String value) {
        assertThat(with("IDEM4J_DISABLED", value).disabled()).isFalse();
    }

    @Test
    void another_value_is_refused_by_the_name_of_its_variable() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> with("IDEM4J_DISABLED", "maybe").disabled())
                .withMessageContaining("IDEM4J_DISABLED");
    }

    @Test
    void the_table_is_named_by_its_variable() {
        assertThat(with("IDEM4J_TABLE", " records ").table()).isEqualTo("records");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> LambdaEnvironment.of(name -> null).table())
                .withMessageContaining("IDEM4J_TABLE");
        assertThat(with("IDEM4J_DISABLED", "true").table()).isNotBlank();
    }

    @Test
    void the_process_s_own_variables_are_the_default() {
        assertThat(LambdaEnvironment.system().disabled()).isFalse();
    }
}
