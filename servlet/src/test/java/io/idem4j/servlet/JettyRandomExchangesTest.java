package io.idem4j.servlet;

class JettyRandomExchangesTest extends RandomExchanges {
    JettyRandomExchangesTest() {
        super(Container.JETTY);
    }
}
