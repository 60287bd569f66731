package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import java.util.List;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Where Redis is by beans that the application has instead of Boot's: connection details, such as Testcontainers makes, are taken
 * over; a connection factory of its own is asked whether it leads to the same place, since what else it is set to can't be taken over.
 */
final class OwnRedisBeans {
    private static final String BOOTS = "org.springframework.boot.data.redis.autoconfigure.";
    private static final String DETAILS = BOOTS + "DataRedisConnectionDetails";
    private static final String FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private final ConfigurableListableBeanFactory beans;
    private final List<String> details;
    private final List<String> factories;

    OwnRedisBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        this.details = own(DETAILS);
        this.factories = own(FACTORY);
    }

    boolean areThere() {
        return !details.isEmpty() || !factories.isEmpty();
    }

    private List<String> own(String type) {
        return all(type).stream().filter(name -> !isBoots(name)).toList();
    }

    private List<String> all(String type) {
        ClassLoader loader = beans.getBeanClassLoader();
        if (!ClassUtils.isPresent(type, loader)) {
            return List.of();
        }
        return List.of(beans.getBeanNamesForType(ClassUtils.resolveClassName(type, loader), true, false));
    }

    private boolean isBoots(String name) {
        MethodMetadata method = beans.containsBeanDefinition(name)
                        && beans.getBeanDefinition(name) instanceof AnnotatedBeanDefinition made
                ? made.getFactoryMethodMetadata()
                : null;
        return method != null && method.getDeclaringClassName().startsWith(BOOTS);
    }

    /** What says where it is, for the log. */
    String source() {
        return details.size() == 1 ? "the bean " + details.get(0) : "spring.data.redis";
    }

    /** Throws where it can't be known. */
    SpringRedis redis(Environment environment) {
        SpringRedis redis =
                details.size() == 1 ? RedisDetails.read(beans, details.get(0)) : SpringRedis.of(environment);
        if (details.size() > 1) {
            throw mustBeSet("there are several connection details: " + details);
        }
        boolean named = redis.isNamed() || !details.isEmpty();
        List<String> all = all(FACTORY);
        if (!all.isEmpty() && all.stream().noneMatch(name -> named && mayLeadTo(redis, name))) {
            throw mustBeSet("the connection factory of the bean " + all.get(0)
                    + " can't be taken over, and leads elsewhere than " + source() + " says, as far as can be seen");
        }
        return redis;
    }

    /** Boot reads the properties otherwise where they name several places, and makes factories of another kind by the same. */
    private boolean mayLeadTo(SpringRedis redis, String name) {
        return RedisDetails.isLettuce(beans, name) ? RedisDetails.leadTo(redis, beans, name) : isBoots(name);
    }

    static ConfigurationException mustBeSet(String why) {
        return new ConfigurationException("idem4j.redis.uri", "must be set, to where Redis is: " + why, null);
    }
}
