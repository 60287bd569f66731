package io.idem4j.servlet;

class TomcatBodyTest extends BodyClauses {
    TomcatBodyTest() {
        super(Container.TOMCAT);
    }
}
