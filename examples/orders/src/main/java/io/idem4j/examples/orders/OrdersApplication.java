package io.idem4j.examples.orders;

import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;

/** The service. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class OrdersApplication {
    /** What stands before the address, on standard output, when the service answers. */
    public static final String SERVING = "Serving on ";

    /** Ends the service with the process that started it. */
    public static final String WITH_PARENT = "--with-parent";

    /** Starts it; arguments are {@link #WITH_PARENT} and Spring's, such as {@code --orders.action-time=2s}. */
    public static void main(String[] args) {
        if (List.of(args).contains(WITH_PARENT)) {
            endWithParent();
        }
        ConfigurableApplicationContext context = SpringApplication.run(OrdersApplication.class, args);
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        System.out.println(SERVING + "http://localhost:" + port);
    }

    private static void endWithParent() {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        var unused = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
    }
}
