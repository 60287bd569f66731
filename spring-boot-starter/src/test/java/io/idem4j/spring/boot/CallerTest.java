package io.idem4j.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.spring.Idempotent;
import io.idem4j.tck.Clause;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Keys belong to who is logged in, by Spring Security, with its filter where Boot puts it. */
class CallerTest {
    private static final int BOOTS_ORDER = -100;

    private final ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
            .run("--server.port=0", "--idem4j.store=memory", "--logging.level.root=off");
    private final Http http = new Http(application);

    @RestController
    static class Orders {
        private final AtomicInteger runs = new AtomicInteger();
        private final Bills bills;

        Orders(Bills bills) {
            this.bills = bills;
        }

        @Idempotent
        @PostMapping("/orders")
        int place() {
            return runs.incrementAndGet();
        }

        @PostMapping("/bills")
        int bill() {
            return bills.bill();
        }

        @PostMapping("/audits")
        int audit() {
            return bills.audit();
        }
    }

    static class Bills {
        private final AtomicInteger runs = new AtomicInteger();

        @Idempotent(scope = "bill", header = "Idempotency-Key")
        public int bill() {
            return runs.incrementAndGet();
        }

        @Idempotent(scope = "audit", key = "'today'")
        @PreAuthorize("authentication.name == 'ann'")
        public int audit() {
            return runs.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableWebSecurity
    @EnableMethodSecurity(proxyTargetClass = true)
    @Import({Orders.class, Bills.class})
    static class Application {
        @Bean
        SecurityFilterChain security(HttpSecurity security) throws Exception {
            return security.csrf(csrf -> csrf.disable())
                    .httpBasic(Customizer.withDefaults())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann").password("{noop}a").build(),
                    User.withUsername("bob").password("{noop}b").build());
        }

        @Bean
        DelegatingFilterProxyRegistrationBean securityFilter() {
            DelegatingFilterProxyRegistrationBean registration =
                    new DelegatingFilterProxyRegistrationBean("springSecurityFilterChain");
            registration.setOrder(BOOTS_ORDER);
            return registration;
        }
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private HttpResponse<String> post(String path, String user) throws Exception {
        String credentials = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        return http.send("POST", path, "{}", "Idempotency-Key", "same", "Authorization", "Basic " + credentials);
    }

    @Test
    @Clause("A-07")
    void two_users_with_one_key_never_see_each_other_s_response() throws Exception {
        assertThat(post("/orders", "ann:a").body()).isEqualTo("1");
        assertThat(post("/orders", "bob:b").body()).isEqualTo("2");
        assertThat(post("/orders", "ann:a").body()).isEqualTo("1");
        assertThat(http.post("/orders", "{}", "same").body()).isEqualTo("3");
    }

    @Test
    @Clause("A-07")
    void a_bean_method_with_the_request_s_key_keeps_callers_apart_too() throws Exception {
        assertThat(post("/bills", "ann:a").body()).isEqualTo("1");
        assertThat(post("/bills", "bob:b").body()).isEqualTo("2");
        assertThat(post("/bills", "ann:a").body()).isEqualTo("1");
    }

    @Test
    @Clause("A-07")
    void a_duplicate_that_may_not_ask_is_refused_before_it_is_answered() throws Exception {
        post("/orders", "ann:a");

        assertThat(post("/orders", "ann:wrong").statusCode()).isEqualTo(401);
    }

    @Test
    @Clause("A-10")
    void who_may_not_call_a_method_gets_no_replay_of_it() throws Exception {
        assertThat(post("/audits", "ann:a").body()).isEqualTo("1");

        assertThat(post("/audits", "bob:b").statusCode()).isEqualTo(403);
        assertThat(post("/audits", "ann:a").body()).isEqualTo("1");
    }

    @Test
    @Clause("A-05")
    void a_bean_method_without_the_request_s_key_or_with_no_valid_one_does_not_run() throws Exception {
        assertThat(http.send("POST", "/bills", "{}").statusCode()).isEqualTo(500);
        assertThat(http.post("/bills", "{}", "two words").statusCode()).isEqualTo(500);

        assertThat(post("/bills", "ann:a").body()).isEqualTo("1");
    }
}
