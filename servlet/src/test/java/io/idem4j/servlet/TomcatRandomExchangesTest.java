package io.idem4j.servlet;

class TomcatRandomExchangesTest extends RandomExchanges {
    TomcatRandomExchangesTest() {
        super(Container.TOMCAT);
    }
}
