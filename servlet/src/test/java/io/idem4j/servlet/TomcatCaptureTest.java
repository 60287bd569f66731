package io.idem4j.servlet;

class TomcatCaptureTest extends CaptureClauses {
    TomcatCaptureTest() {
        super(Container.TOMCAT);
    }
}
