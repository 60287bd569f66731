package io.idem4j.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the endpoint shows.
 *
 * @param showKeys Whether the endpoint shows keys and principals.
 * @param showResults Whether the endpoint shows what was stored as a result.
 */
@ConfigurationProperties("idem4j.actuator")
public record ActuatorProperties(
        @DefaultValue("false") boolean showKeys,
        @DefaultValue("false") boolean showResults) {}
