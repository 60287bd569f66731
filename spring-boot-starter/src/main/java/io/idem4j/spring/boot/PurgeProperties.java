package io.idem4j.spring.boot;

import io.idem4j.Records;
import io.idem4j.spring.PurgeSchedule;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Deleting expired records.
 *
 * @param enabled Whether this process deletes expired records. Redis and DynamoDB do it by themselves.
 * @param every The pause between two runs.
 * @param batchSize Records deleted at once.
 */
@ConfigurationProperties("idem4j.purge")
public record PurgeProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("10m") Duration every,
        @DefaultValue("1000") int batchSize) {

    PurgeSchedule schedule(Records records) {
        return IdempotencyProperties.named("idem4j.purge", () -> new PurgeSchedule(records, every, batchSize));
    }
}
