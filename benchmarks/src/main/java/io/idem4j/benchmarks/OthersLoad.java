package io.idem4j.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/** How many processors other programs used during an iteration: a figure taken beside them says little. */
public final class OthersLoad implements InternalProfiler {
    static final String NAME = "others.processors";

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long startNanos;
    private long startCpuNanos;

    @Override
    public String getDescription() {
        return "processors used by other programs";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        double sinceLastCall = system.getCpuLoad();
        assert sinceLastCall <= 1;
        startNanos = System.nanoTime();
        startCpuNanos = system.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double all = system.getCpuLoad() * system.getAvailableProcessors();
        double own = (double) (system.getProcessCpuTime() - startCpuNanos) / (System.nanoTime() - startNanos);
        return List.of(new ScalarResult(NAME, Math.max(0, all - own), "processors", AggregationPolicy.AVG));
    }
}
