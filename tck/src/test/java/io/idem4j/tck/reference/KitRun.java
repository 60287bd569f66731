package io.idem4j.tck.reference;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.idem4j.tck.CapabilityGap;
import io.idem4j.tck.Clause;
import io.idem4j.tck.StoreContract;
import io.idem4j.tck.StoreUnderTest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A run of the kit within a test, which leaves no report. One at a time. */
public final class KitRun implements TestExecutionListener {
    private static final AtomicReference<@Nullable Supplier<StoreUnderTest>> CURRENT = new AtomicReference<>();

    private final Set<String> passed = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, String> gaps = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Throwable> failures = new ConcurrentHashMap<>();
    private final Set<String> failedClauses = ConcurrentHashMap.newKeySet();

    private KitRun() {}

    /** The whole kit. */
    static KitRun whole(Supplier<StoreUnderTest> store) {
        CURRENT.set(store);
        return run(selectClass(UnderTest.class));
    }

    /** The whole kit, as that class opens its store. */
    public static KitRun of(Class<? extends StoreContract> contract) {
        return run(selectClass(contract));
    }

    /** The tests of one group, as {@code "S07"}. */
    static KitRun group(Supplier<StoreUnderTest> store, String group) {
        CURRENT.set(store);
        return run(selectNestedClass(List.of(UnderTest.class.getName()), StoreContract.class.getName() + "$" + group));
    }

    private static KitRun run(DiscoverySelector what) {
        KitRun run = new KitRun();
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build())
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(what)
                                .build(),
                        run);
        return run;
    }

    static class UnderTest extends StoreContract {
        @Override
        protected StoreUnderTest open() {
            return Objects.requireNonNull(CURRENT.get()).get();
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        String name = name(identifier);
        Throwable thrown = result.getThrowable().orElse(null);
        if (thrown instanceof CapabilityGap) {
            gaps.put(name, String.valueOf(thrown.getMessage()));
        } else if (thrown != null) {
            failures.put(name, thrown);
            failedClauses.addAll(clauses(identifier));
        } else if (identifier.isTest()) {
            passed.add(name);
        }
    }

    private static String name(TestIdentifier identifier) {
        return identifier
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse(identifier.getDisplayName());
    }

    private static List<String> clauses(TestIdentifier identifier) {
        return identifier
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getJavaMethod().getAnnotation(Clause.class))
                .map(clause -> List.of(clause.value()))
                .orElse(List.of());
    }

    /** Tests that passed. */
    public Set<String> passed() {
        return passed;
    }

    /** Tests that did not apply, and why. */
    public Map<String, String> gaps() {
        return gaps;
    }

    /** Tests that failed, and why. */
    public Map<String, Throwable> failures() {
        return failures;
    }

    /** Those that the failed tests name. */
    Set<String> failedClauses() {
        return new TreeSet<>(failedClauses);
    }
}
