package io.idem4j.spring.client;

import io.idem4j.client.Attempts;
import io.idem4j.http.StreamedTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A response that has come whole, or as much of it as is kept in memory. Of a stream of events nothing is read, since it may go on for
 * as long as it is listened to.
 */
final class ReadResponse implements ClientHttpResponse, Attempts.Response {
    private static final int MOST_KEPT = 256 * 1024;

    private final ClientHttpResponse response;
    private final HttpStatusCode status;
    private final byte[] read;
    private final InputStream body;

    private ReadResponse(ClientHttpResponse response) throws IOException {
        this.response = response;
        this.status = response.getStatusCode();
        InputStream rest = response.getBody();
        boolean stream = StreamedTypes.contain(response.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
        this.read = stream ? new byte[0] : rest.readNBytes(MOST_KEPT);
        InputStream first = new ByteArrayInputStream(read);
        this.body = !stream && read.length < MOST_KEPT ? first : new SequenceInputStream(first, rest);
    }

    /**
     * Reads it.
     *
     * @throws IOException if it ends half way; it is closed then
     */
    static ReadResponse of(ClientHttpResponse response) throws IOException {
        try {
            return new ReadResponse(response);
        } catch (IOException | RuntimeException e) {
            response.close();
            throw e;
        }
    }

    @Override
    public int status() {
        return status.value();
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(response.getHeaders().getFirst(name));
    }

    @Override
    public byte[] body() {
        return read;
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return status;
    }

    @Override
    public String getStatusText() throws IOException {
        return response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return response.getHeaders();
    }

    @Override
    public InputStream getBody() {
        return body;
    }

    /** With what was not read, so that its connection can be used again. */
    @Override
    public void close() {
        response.close();
    }
}
