package io.idem4j.spring.boot.messages;

import io.idem4j.spring.Idempotent;
import io.idem4j.testtools.CrashPoint;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.annotation.Transactional;

/** A process whose job settles a day again and again, and that stands still in its work and after it. */
final class JobProcess {
    static final String IN_WORK = "row written, not committed";
    static final String WORKED = "recorded";

    private JobProcess() {}

    /** Arguments: properties. */
    public static void main(String... properties) {
        new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .run(properties);
    }

    @Configuration(proxyBeanMethods = false)
    @KilledProcessesTest.Configured
    @EnableScheduling
    @Import({Job.class, Settlement.class})
    static class Application {}

    static class Job {
        private final Settlement settlement;

        Job(Settlement settlement) {
            this.settlement = settlement;
        }

        @Scheduled(fixedDelay = 100)
        void tick() {
            settlement.settle("2026-11-30");
            CrashPoint.reached(WORKED);
        }
    }

    static class Settlement {
        private final JdbcTemplate jdbc;

        Settlement(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Idempotent(scope = "settle", key = "#day", lease = "1s", transactional = true, claimFirst = true)
        @Transactional
        public int settle(String day) {
            int rows = jdbc.update("INSERT INTO settled VALUES (?)", day);
            CrashPoint.reached(IN_WORK);
            return rows;
        }
    }
}
