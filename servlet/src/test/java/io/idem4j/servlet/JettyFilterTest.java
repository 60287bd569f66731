package io.idem4j.servlet;

class JettyFilterTest extends FilterClauses {
    JettyFilterTest() {
        super(Container.JETTY);
    }
}
