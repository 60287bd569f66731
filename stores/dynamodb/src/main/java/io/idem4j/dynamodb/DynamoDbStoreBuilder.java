package io.idem4j.dynamodb;

import io.idem4j.ConfigurationException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Configures a {@link DynamoDbStore}. Not thread-safe. A setter, or {@link #build}, throws {@link ConfigurationException}
 * naming the setting that is wrong; the service is not asked.
 */
public final class DynamoDbStoreBuilder {
    private static final Duration LONGEST_SKEW = Duration.ofMinutes(5);
    private static final int LONGEST_NAME = 255;
    private static final int MOST_PARTITION_CHARACTERS = 512;

    /** DynamoDB's 400 KB for an item, less what key, token, owner, fingerprint, label, times and names can take of it. */
    private static final long MOST_DATA_BYTES = (400 - 12) * 1_024;

    private final DynamoDbClient client;
    private final String table;
    private final Map<DynamoDbAttribute, String> names = new EnumMap<>(DynamoDbAttribute.class);
    private DataFormat format = DataFormat.NATIVE;
    private Duration clockSkew = Duration.ofSeconds(1);
    private String partition = "";
    private @Nullable String sortKey;
    private @Nullable InstantSource clock;
    private @Nullable Boolean followServiceClock;

    DynamoDbStoreBuilder(DynamoDbClient client, String table) {
        this.client = Objects.requireNonNull(client, "client");
        this.table = Objects.requireNonNull(table, "table");
        if (table.isBlank()) {
            throw new ConfigurationException("table", "must be the name or the ARN of a table", null);
        }
        for (DynamoDbAttribute attribute : DynamoDbAttribute.values()) {
            names.put(attribute, attribute.standardName());
        }
    }

    /**
     * Calls an attribute otherwise, for a table that others made; default: Powertools' names.
     *
     * @param name 1 to 255 characters, another one for each attribute
     */
    public DynamoDbStoreBuilder attribute(DynamoDbAttribute attribute, String name) {
        Objects.requireNonNull(attribute, "attribute");
        names.put(attribute, checked("attribute " + attribute, name));
        return this;
    }

    /**
     * For a table with a sort key: that one holds the id, and the partition key the same text in every record. Default: none.
     *
     * @param name of the sort key
     * @param partitionValue 1 to 512 characters; Powertools writes {@code idempotency#} and the function's name
     */
    public DynamoDbStoreBuilder sortKey(String name, String partitionValue) {
        Objects.requireNonNull(partitionValue, "partitionValue");
        if (partitionValue.isEmpty() || partitionValue.length() > MOST_PARTITION_CHARACTERS) {
            throw new ConfigurationException("sortKey", "needs a partition value of 1 to 512 characters", null);
        }
        this.sortKey = checked("sortKey", name);
        this.partition = partitionValue;
        return this;
    }

    /** How results are written; default {@link DataFormat#NATIVE}. Text in items of other libraries is read accordingly. */
    public DynamoDbStoreBuilder dataFormat(DataFormat written) {
        this.format = Objects.requireNonNull(written, "dataFormat");
        return this;
    }

    /**
     * By how much clocks may differ: so long after its end a lease is taken over, and an expired record claimed (S-23). 0 to
     * 5 min, default 1 s; 0 on a table that is shared with Powertools functions, which know no margin.
     */
    public DynamoDbStoreBuilder clockSkew(Duration margin) {
        if (margin.isNegative() || margin.compareTo(LONGEST_SKEW) > 0) {
            throw new ConfigurationException("clockSkew", "must be from 0 to 5 min", null);
        }
        this.clockSkew = margin;
        return this;
    }

    /** A clock for tests; default: the system's. One that is given is taken as it is. */
    public DynamoDbStoreBuilder clock(InstantSource source) {
        this.clock = Objects.requireNonNull(source, "clock");
        return this;
    }

    /**
     * Whether the clock is corrected by the {@code Date} of the service's answers, so that machines whose clocks are wrong
     * agree to about a second; default: yes for the system's clock, no for one that was given.
     */
    public DynamoDbStoreBuilder followServiceClock(boolean follow) {
        this.followServiceClock = follow;
        return this;
    }

    /**
     * The store; asks nothing of the service.
     *
     * @throws ConfigurationException if two attributes have one name
     */
    public DynamoDbStore build() {
        Set<String> distinct = new HashSet<>();
        if (sortKey != null) {
            distinct.add(sortKey);
        }
        names.forEach((attribute, name) -> {
            if (!distinct.add(name)) {
                throw new ConfigurationException("attribute " + attribute, "has the name of another attribute", null);
            }
        });
        boolean follows = followServiceClock == null ? clock == null : followServiceClock;
        ServiceClock corrected = new ServiceClock(clock == null ? InstantSource.system() : clock, follows);
        return new DynamoDbStore(
                client, new Layout(table, names, sortKey, partition), format, clockSkew, corrected, MOST_DATA_BYTES);
    }

    private static String checked(String setting, String name) {
        Objects.requireNonNull(name, setting);
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new ConfigurationException(setting, "must be a name of 1 to 255 characters", null);
        }
        return name;
    }
}
