package io.idem4j.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.idem4j.tck.NeedsProgram;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The service's page in a real browser: what the buttons send, and what the page then says. */
@NeedsProgram({"chromium", "chromedriver"})
class PageTest {
    private static final String AGAIN = "[data-act=again]";
    private static final String TWENTY = "[data-act=twenty]";
    private static final String ANSWERS = "#answers li i";
    private static final String LAST_ANSWER = "#answers li:first-child i";
    private static final String RAN = "#ran";
    private static final String SENT = "#sent";
    private static final String STATUS = "#status";

    private static RunningService service;
    private static Browser page;

    private int placedBefore;

    @BeforeAll
    static void start() {
        service = RunningService.start(List.of("--orders.action-time=20ms", "--orders.demo=true"));
        page = new Browser();
    }

    @AfterAll
    static void stop() {
        try (RunningService ended = service;
                Browser closed = page) {
            assertThat(closed.scriptErrors()).isEmpty();
        }
    }

    @BeforeEach
    void open() {
        placedBefore = service.placed().size();
        page.size(1100, 1150);
        page.open(service.base());
        page.awaitText(STATUS, "none");
    }

    private void assertPlaced(int orders) {
        assertThat(service.placed()).hasSize(placedBefore + orders);
    }

    @Test
    void an_order_is_placed_once_however_often_it_is_sent() {
        page.click("button[type=submit]");
        page.awaitText(LAST_ANSWER, "placed");
        page.awaitText(STATUS, "COMPLETED, attempt 1");
        page.awaitText(RAN, "1");

        page.click(AGAIN);
        page.awaitText(LAST_ANSWER, "replayed");

        page.click(TWENTY);
        page.awaitTexts(ANSWERS, 22);
        page.awaitText(SENT, "22");
        page.awaitText(RAN, "1");
        assertThat(page.texts(ANSWERS)).filteredOn("replayed"::equals).hasSize(21);
        assertThat(page.texts("#orders tr.mine")).hasSize(1);
        assertPlaced(1);

        page.click("[data-act=change]");
        page.awaitText(LAST_ANSWER, "idempotency_key_payload_mismatch");
        page.awaitText(RAN, "1");
        page.picture("orders");
    }

    @Test
    void of_twenty_at_once_under_a_new_key_one_places_the_order() {
        page.click("#new-key");
        page.type("#item", "pen");
        page.click(TWENTY);
        page.awaitTexts(ANSWERS, 20);

        page.awaitText(RAN, "1");
        page.awaitText(SENT, "20");
        assertThat(page.texts(ANSWERS)).filteredOn("placed"::equals).hasSize(1);
        assertThat(page.texts(ANSWERS))
                .allMatch(answer -> answer.equals("placed")
                        || answer.equals("replayed")
                        || answer.startsWith("idempotency_request_in_progress, again in "));
        assertPlaced(1);

        page.click("#new-key");
        page.awaitText(RAN, "0");
        page.awaitText(STATUS, "none");
    }

    @Test
    void after_a_failure_before_the_insert_the_next_request_places_the_order() {
        page.click("[data-act=fail]");
        page.awaitText(LAST_ANSWER, "idempotency_execution_failed");
        page.awaitText(STATUS, "LAPSED, attempt 1");
        page.awaitText(RAN, "0");

        page.click(AGAIN);
        page.awaitText(LAST_ANSWER, "placed");
        page.awaitText(STATUS, "COMPLETED, attempt 2");
        page.awaitText(RAN, "1");
        assertPlaced(1);
    }

    @Test
    void after_a_failure_behind_the_insert_the_next_request_gets_the_order_that_is_there() {
        page.click("[data-act=fail-after-insert]");
        page.awaitText(LAST_ANSWER, "idempotency_execution_failed");
        page.awaitText(RAN, "1");

        page.click(AGAIN);
        page.awaitText(LAST_ANSWER, "replayed");
        page.awaitText(RAN, "1");
        assertPlaced(1);
    }

    @Test
    void the_page_fits_a_narrow_screen() {
        page.click(TWENTY);
        page.awaitTexts(ANSWERS, 20);
        page.size(500, 900);

        assertThat(page.script("return document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        page.picture("orders-narrow");
    }
}
