package io.idem4j.servlet;

class JettyCaptureTest extends CaptureClauses {
    JettyCaptureTest() {
        super(Container.JETTY);
    }
}
