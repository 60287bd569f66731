package io.idem4j.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request whose body was read already, and can be read once more: as bytes, as text, or as a form's parameters. */
final class ReadRequest extends HttpServletRequestWrapper {
    private final byte[] body;
    private @Nullable ServletInputStream stream;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, String[]> parameters;

    ReadRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader has been called for this request");
        }
        if (stream == null) {
            stream = new Bytes(body);
        }
        return stream;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (stream != null) {
            throw new IllegalStateException("getInputStream has been called for this request");
        }
        if (reader == null) {
            reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(body), charset("ISO-8859-1")));
        }
        return reader;
    }

    private Charset charset(String otherwise) throws UnsupportedEncodingException {
        String name = getCharacterEncoding() == null ? otherwise : getCharacterEncoding();
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters().keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Collections.unmodifiableMap(parameters());
    }

    /** The query's, which the container knows, then the body's, which it can't read any more. */
    private Map<String, String[]> parameters() {
        if (parameters == null) {
            Map<String, String[]> all = new LinkedHashMap<>(getRequest().getParameterMap());
            if (RequestBody.isForm(this)) {
                ofBody().forEach((name, values) -> all.merge(name, values.toArray(new String[0]), ReadRequest::joined));
            }
            parameters = all;
        }
        return parameters;
    }

    private Map<String, List<String>> ofBody() {
        Map<String, List<String>> form = new LinkedHashMap<>();
        Charset charset;
        try {
            charset = charset("UTF-8");
        } catch (UnsupportedEncodingException e) {
            charset = StandardCharsets.UTF_8;
        }
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!pair.isEmpty()) {
                form.computeIfAbsent(decoded(name, charset), unused -> new ArrayList<>())
                        .add(equals < 0 ? "" : decoded(pair.substring(equals + 1), charset));
            }
        }
        return form;
    }

    /** A broken escape is left as it is. */
    private static String decoded(String text, Charset charset) {
        String sent = new String(text.getBytes(StandardCharsets.ISO_8859_1), charset);
        try {
            return URLDecoder.decode(sent, charset);
        } catch (IllegalArgumentException e) {
            return sent;
        }
    }

    private static String[] joined(String[] first, String[] second) {
        String[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static final class Bytes extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        Bytes(byte[] body) {
            bytes = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int from, int length) {
            return bytes.read(into, from, length);
        }

        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            try {
                if (!isFinished()) {
                    listener.onDataAvailable();
                }
                if (isFinished()) {
                    listener.onAllDataRead();
                }
            } catch (IOException e) {
                listener.onError(e);
            }
        }
    }
}
