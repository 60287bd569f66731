package io.idem4j.servlet;

class TomcatFilterTest extends FilterClauses {
    TomcatFilterTest() {
        super(Container.TOMCAT);
    }
}
