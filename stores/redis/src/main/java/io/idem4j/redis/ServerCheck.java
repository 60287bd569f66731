package io.idem4j.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What in a server's INFO lets it lose records. */
final class ServerCheck {
    private ServerCheck() {}

    static List<String> warnings(String info) {
        Map<String, String> values = info.lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).strip(),
                        (first, second) -> first));
        List<String> warnings = new ArrayList<>();
        String policy = values.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")
                && !values.getOrDefault("maxmemory", "0").equals("0")) {
            warnings.add("Redis evicts records when its memory is full (maxmemory-policy " + policy
                    + "): their actions may run again. Set maxmemory-policy noeviction");
        }
        if (values.getOrDefault("aof_enabled", "1").equals("0")) {
            warnings.add(
                    "Redis keeps no append-only file (appendonly no): when it is restarted, claims and results since"
                            + " its last snapshot are lost, and their actions may run again. Set appendonly yes, and appendfsync"
                            + " always where one second of them is too much");
        }
        return warnings;
    }
}
