package io.idem4j.servlet;

class JettyBodyTest extends BodyClauses {
    JettyBodyTest() {
        super(Container.JETTY);
    }
}
