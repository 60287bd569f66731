package io.idem4j.json;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a log shows of an error: messages and stack traces of the whole chain. */
final class Traces {
    private Traces() {}

    static String of(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
