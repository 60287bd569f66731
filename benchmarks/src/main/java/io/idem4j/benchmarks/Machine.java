package io.idem4j.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Where a result comes from: what another reader needs to judge it, and no name of anything. */
final class Machine {
    private static final long GIB = 1L << 30;

    private Machine() {}

    /** As lines of a Markdown list; the commit is what {@code idem4j.commit} says. */
    static String described(List<String> jvmOptions) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return """
                - Date and commit: %s, %s
                - Machine: %d processors (%s), %d GiB memory, %s
                - JVM: %s %s, %s
                """.formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        System.getProperty("idem4j.commit", "unknown commit"),
                        system.getAvailableProcessors(),
                        system.getArch(),
                        (system.getTotalMemorySize() + GIB / 2) / GIB,
                        system.getName(),
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.runtime.version"),
                        String.join(" ", jvmOptions));
    }
}
