package io.idem4j.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.Clause;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a path begins, by its route. */
@Clause("L-09")
class RoutedPathTest {
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    /orders/7,            /orders/{id},      -,     -,        /orders/7
                    /v1/orders/7,         /orders/{id},      -,     -,        /orders/7
                    /shop/v1/orders/7,    /orders/{id},      -,     live,     /orders/7
                    /orders/7,            /orders/{id},      -,     orders,   /orders/7
                    /orders/orders,       /orders/{id},      -,     orders,   /orders/orders
                    /v1/carts/7,          /orders/{id},      -,     -,        /v1/carts/7
                    /v1/,                 /,                 -,     -,        /
                    /v1,                  /,                 -,     -,        /v1
                    /v1/files/a/b,        /files/{name+},    a/b,   -,        /files/a/b
                    /files/a/b,           /files/{name+},    a/b,   -,        /files/a/b
                    /v1/files/a/b,        /files/{name+},    -,     -,        /v1/files/a/b
                    /v1/a,                /{name+},          a,     -,        /a
                    /live/orders,         $default,          -,     live,     /orders
                    /live,                $default,          -,     live,     /
                    /lively/orders,       $default,          -,     live,     /lively/orders
                    /$default/orders,     $default,          -,     $default, /$default/orders
                    /live/orders,         -,                 -,     -,        /live/orders
                    '',                   /orders,           -,     live,     ''
                    """)
    void a_path_is_seen_below_the_root_of_its_api(String path, String route, String name, String stage, String seen) {
        Map<String, String> parameters = new HashMap<>();
        if (name != null) {
            parameters.put("name", name);
        }
        assertThat(RoutedPath.of(path, route, parameters, stage)).isEqualTo(seen);
        if (name == null) {
            assertThat(RoutedPath.of(path, route, null, stage)).isEqualTo(seen);
        }
    }
}
