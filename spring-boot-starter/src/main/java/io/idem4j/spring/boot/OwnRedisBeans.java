package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Where Redis is by beans that the application has instead of Boot's: connection details, such as Testcontainers makes, are taken
 * over; a connection factory of its own is asked whether it leads to the same place, since what else it is set to can't be taken over.
 * Only singletons: others are made for a request or a tenant, which no start has.
 */
final class OwnRedisBeans {
    private static final String BOOTS = "org.springframework.boot.data.redis.autoconfigure.";
    private static final String DETAILS = BOOTS + "DataRedisConnectionDetails";
    private static final String CONNECTION = "org.springframework.data.redis.connection.";
    private static final String FACTORY = CONNECTION + "RedisConnectionFactory";
    private static final String CONFIGURATION = CONNECTION + "RedisConfiguration";

    private final ConfigurableListableBeanFactory beans;
    private final List<String> details;

    OwnRedisBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        this.details = own(DETAILS);
    }

    boolean haveDetails() {
        return !details.isEmpty();
    }

    /** The connection factories that are not Boot's. */
    List<String> factories() {
        return own(FACTORY);
    }

    private List<String> own(String type) {
        return all(type).stream().filter(name -> !isBoots(name)).toList();
    }

    private List<String> all(String type) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(type, loader)) {
            return List.of();
        }
        return Arrays.stream(beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), false, false))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                .toList();
    }

    /** By the method that makes it, also where the definition was written ahead of time. */
    private boolean isBoots(String name) {
        if (!beans.containsBeanDefinition(name)) {
            return false;
        }
        MethodMetadata read = beans.getBeanDefinition(name) instanceof AnnotatedBeanDefinition made
                ? made.getFactoryMethodMetadata()
                : null;
        Method written = beans.getMergedBeanDefinition(name) instanceof RootBeanDefinition root
                ? root.getResolvedFactoryMethod()
                : null;
        return (read != null && read.getDeclaringClassName().startsWith(BOOTS))
                || (written != null && written.getDeclaringClass().getName().startsWith(BOOTS));
    }

    /** What says where it is, for the log. */
    String source() {
        return details.size() == 1 ? "the bean " + details.get(0) : "spring.data.redis";
    }

    /** Throws where it can't be known. */
    SpringRedis redis(Environment environment) {
        if (details.size() > 1) {
            throw mustBeSet("there are several connection details: " + details);
        }
        SpringRedis redis = details.isEmpty() ? SpringRedis.of(environment) : RedisDetails.read(beans, details.get(0));
        redis.redisUri();
        String first = null;
        for (String name : all(FACTORY)) {
            String objection = objection(redis, name);
            if (objection == null) {
                return redis;
            }
            first = first == null
                    ? "the connection factory of the bean " + name + " can't be taken over, and " + objection
                    : first;
        }
        if (first != null) {
            throw mustBeSet(first);
        }
        return redis;
    }

    /** Why that factory may lead elsewhere; null: it leads there. Of Boot's it is known what it was made from. */
    private @Nullable String objection(SpringRedis redis, String name) {
        boolean isOfProperties = isBoots(name) && all(CONFIGURATION).isEmpty();
        try {
            if (RedisDetails.isLettuce(beans, name)) {
                return RedisDetails.objection(redis, beans, name, isOfProperties, source());
            }
        } catch (RuntimeException e) {
            return "can't be asked where it leads (" + e.getClass().getSimpleName() + ")";
        }
        return isOfProperties && redis.isPlain() ? null : "can't be asked where it leads: it is not Lettuce's";
    }

    static ConfigurationException mustBeSet(String why) {
        return new ConfigurationException("idem4j.redis.uri", "must be set, to where Redis is: " + why, null);
    }
}
