package io.idem4j.spring.boot;

import io.idem4j.ConfigurationException;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Ends the start where a property in or almost in one of our groups is none of ours: it would set nothing. Of others below
 * {@code idem4j} it only warns: they may be the application's, for a bean that this start does not make. Of environment variables
 * and of the JVM's system properties it only warns too, and of those alone that are spelled almost like one: others put names there
 * as well, and a variable's name does not say where its dots and dashes are.
 */
final class UnknownProperties implements BeanFactoryPostProcessor {
    private static final System.Logger LOG = System.getLogger("io.idem4j.spring");
    private static final Set<String> SHARED = Set.of(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);

    private final Environment environment;
    private final KnownProperties known = new KnownProperties();
    private final NearestProperties nearest = new NearestProperties(known);

    UnknownProperties(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Map<ConfigurationPropertyName, String> wrong = new LinkedHashMap<>();
        Map<ConfigurationPropertyName, String> suspicious = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names) {
                boolean shared = isShared(source);
                names.stream()
                        .filter(KnownProperties.ROOT::isAncestorOf)
                        .filter(name -> shared ? isMistaken(name) : isUnknown(name, source))
                        .forEach(name -> (shared || !nearest.isInGroup(name) ? suspicious : wrong)
                                .putIfAbsent(name, told(name, source)));
            }
        }
        removeOthers(wrong, beans);
        removeOthers(suspicious, beans);
        suspicious.forEach((name, what) -> LOG.log(Level.WARNING, name + " sets nothing of Idem4j's: it " + what));
        if (!wrong.isEmpty()) {
            throw refusal(wrong);
        }
    }

    private boolean isUnknown(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        return !known.has(name) && !(known.isParent(name) && isEmpty(source.getConfigurationProperty(name)));
    }

    /** As YAML has a parent whose children are all commented out. */
    private static boolean isEmpty(@Nullable ConfigurationProperty property) {
        return property == null || String.valueOf(property.getValue()).isEmpty();
    }

    private boolean isMistaken(ConfigurationPropertyName name) {
        return !known.hasLetters(name) && !nearest.alike(name).isEmpty();
    }

    private static boolean isShared(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying
                && (underlying instanceof SystemEnvironmentPropertySource || SHARED.contains(underlying.getName()));
    }

    /** No value: it may be a password. */
    private String told(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        Origin origin = Origin.from(source.getConfigurationProperty(name));
        return "is no property of Idem4j"
                + (origin == null ? "" : " (" + origin + ")")
                + "; there is "
                + String.join(", ", nearest.to(name));
    }

    /** A bean with properties may have a prefix below ours, such as that of somebody's own store. */
    private static void removeOthers(
            Map<ConfigurationPropertyName, String> found, ConfigurableListableBeanFactory beans) {
        if (found.isEmpty()) {
            return;
        }
        for (String bean : beans.getBeanDefinitionNames()) {
            ConfigurationProperties annotation = beans.findAnnotationOnBean(bean, ConfigurationProperties.class, false);
            ConfigurationPropertyName prefix =
                    annotation == null ? null : ConfigurationPropertyName.ofIfValid(annotation.prefix());
            if (prefix != null && KnownProperties.ROOT.isAncestorOf(prefix) && !KnownProperties.isOurs(prefix)) {
                found.keySet().removeIf(prefix::isAncestorOf);
            }
        }
    }

    private static ConfigurationException refusal(Map<ConfigurationPropertyName, String> wrong) {
        Iterator<Map.Entry<ConfigurationPropertyName, String>> each =
                wrong.entrySet().iterator();
        Map.Entry<ConfigurationPropertyName, String> first = each.next();
        StringBuilder text = new StringBuilder(first.getValue());
        each.forEachRemaining(other -> text.append(System.lineSeparator())
                .append(other.getKey())
                .append(": ")
                .append(other.getValue()));
        return new ConfigurationException(first.getKey().toString(), text.toString(), null);
    }
}
