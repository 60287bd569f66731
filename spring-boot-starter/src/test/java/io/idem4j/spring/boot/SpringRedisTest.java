package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idem4j.ConfigurationException;
import io.lettuce.core.RedisURI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** What Spring Data's properties say, as the store reads it. */
class SpringRedisTest {
    static SpringRedis redis(String... properties) {
        return SpringRedis.of(environment(properties));
    }

    static Environment environment(String... properties) {
        Map<String, Object> set = new HashMap<>();
        for (String property : properties) {
            String[] parts = property.split("=", 2);
            set.put("spring.data.redis." + parts[0], parts[1]);
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", set));
        return environment;
    }

    @Test
    void nothing_said_names_none() {
        assertThat(redis().isNamed()).isFalse();
        assertThat(redis("password=secret").isNamed()).isFalse();
    }

    @Test
    void a_host_with_all_that_belongs_to_it() {
        SpringRedis redis = redis(
                "host=cache.internal",
                "port=6380",
                "username=shop",
                "password=p@ss:w/rd%",
                "database=3",
                "ssl.enabled=true");
        assertThat(redis.isNamed()).isTrue();
        assertThat(redis.isCluster()).isFalse();

        RedisURI uri = RedisURI.create(redis.uri());
        assertThat(uri.getHost()).isEqualTo("cache.internal");
        assertThat(uri.getPort()).isEqualTo(6380);
        assertThat(uri.getDatabase()).isEqualTo(3);
        assertThat(uri.isSsl()).isTrue();
        assertThat(redis.uri()).startsWith("rediss://shop:p%40ss%3Aw%2Frd%25@cache.internal:");
    }

    @Test
    void a_host_alone_and_one_with_a_password_only() {
        RedisURI alone = RedisURI.create(redis("host=cache").uri());
        assertThat(alone.getPort()).isEqualTo(6379);
        assertThat(alone.isSsl()).isFalse();
        assertThat(redis("host=cache").uri()).isEqualTo("redis://cache:6379/0");

        assertThat(redis("host=cache", "password=secret").uri()).isEqualTo("redis://:secret@cache:6379/0");
    }

    @Test
    void a_url_goes_before_the_rest() {
        SpringRedis redis = redis("url=redis://one:1/2", "host=two", "cluster.nodes=three:3");

        assertThat(redis.uri()).isEqualTo("redis://one:1/2");
        assertThat(redis.isCluster()).isFalse();
    }

    @Test
    void sentinels() {
        SpringRedis redis =
                redis("sentinel.master=orders", "sentinel.nodes=one:1,two", "password=secret", "database=4");
        assertThat(redis.isNamed()).isTrue();

        RedisURI uri = RedisURI.create(redis.uri());
        assertThat(uri.getSentinelMasterId()).isEqualTo("orders");
        assertThat(uri.getSentinels())
                .extracting(each -> each.getHost() + ":" + each.getPort())
                .containsExactly("one:1", "two:26379");
        assertThat(uri.getDatabase()).isEqualTo(4);
        assertThat(redis.uri()).startsWith("redis-sentinel://:secret@one:1,two/4#");
    }

    @Test
    void a_cluster_by_its_first_node() {
        SpringRedis redis = redis("cluster.nodes[0]=one:1", "cluster.nodes[1]=two:2");

        assertThat(redis.isNamed()).isTrue();
        assertThat(redis.isCluster()).isTrue();
        assertThat(RedisURI.create(redis.uri()).getHost()).isEqualTo("one");
    }

    @Test
    void an_address_of_ipv6() {
        RedisURI uri = redis("host=::1", "port=6380").redisUri();
        assertThat(uri.getHost()).isIn("::1", "[::1]");
        assertThat(uri.getPort()).isEqualTo(6380);

        assertThat(redis("cluster.nodes=[2001:db8::1]:6380").redisUri().getPort())
                .isEqualTo(6380);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://:secret%@one:1", "redis://:se cret@one", "redis://:secret^@one:1/0", "one"})
    void a_url_that_can_not_be_read_is_named_and_not_shown(String url) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> redis("url=" + url).redisUri())
                .withNoCause()
                .withMessageContaining("spring.data.redis.url: ")
                .withMessageNotContainingAny("secret", "cret@");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringRedis.parsed("idem4j.redis.uri", url))
                .withNoCause()
                .withMessageContaining("idem4j.redis.uri: ")
                .withMessageNotContainingAny("secret", "cret@");
    }

    @Test
    void other_texts_that_can_not_be_read_are_named_too() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> redis("host=my host", "password=secret").redisUri())
                .withNoCause()
                .withMessageContaining("spring.data.redis.host: ")
                .withMessageNotContaining("secret");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> redis("sentinel.master=orders", "sentinel.nodes=[::1]:1,[::2]:2")
                        .redisUri())
                .withMessageContaining("spring.data.redis.sentinel.nodes: ");
    }

    @ParameterizedTest
    @CsvSource({
        "host=one,                                     true",
        "url=redis://one:1;host=two,                   true",
        "sentinel.master=a;sentinel.nodes=b:1,         true",
        "cluster.nodes=a:1;host=b,                     true",
        "url=redis://one:1;cluster.nodes=a:1,          false",
        "url=redis://one:1;sentinel.master=a,          false",
        "host=one;sentinel.nodes=b:1,                  false",
        "host=one;masterreplica.nodes=b:1,             false",
    })
    void properties_that_name_one_place_only_are_plain(String properties, boolean isPlain) {
        assertThat(redis(properties.split(";")).isPlain()).isEqualTo(isPlain);
    }

    @Test
    void what_a_uri_can_not_say_is_refused_by_its_name() {
        for (String property :
                new String[] {"ssl.bundle=shop", "sentinel.password=secret", "masterreplica.nodes=secret:1"}) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> redis("host=cache", property).uri())
                    .withMessageContaining("spring.data.redis." + property.split("=")[0])
                    .withMessageContaining("idem4j.redis.uri")
                    .withMessageNotContaining("secret");
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> redis("sentinel.master=orders").uri())
                .withMessageContaining("spring.data.redis.sentinel.nodes");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> redis("cluster.nodes=one:port").uri())
                .withMessageContaining("spring.data.redis.cluster.nodes");
    }
}
