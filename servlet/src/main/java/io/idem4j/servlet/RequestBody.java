package io.idem4j.servlet;

import io.idem4j.http.HttpAnswer;
import io.idem4j.http.HttpDecision;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A body that was read once, and what was decided about it.
 *
 * @param request the one to hand on: its body can be read as if it had not been
 */
record RequestBody(HttpDecision decision, HttpServletRequest request) {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";
    private static final int MOST_DROPPED = 1 << 20;

    static RequestBody read(HttpServletRequest request, HttpDecision.Guarded guarded) {
        if (request.getContentLengthLong() > guarded.maxRequestBytes()) {
            return tooLarge(request, guarded);
        }
        if (hasType(request, MULTIPART)) {
            RequestBody parts = parts(request, guarded);
            if (parts != null) {
                return parts;
            }
        }
        return bytes(request, guarded);
    }

    static boolean hasType(HttpServletRequest request, String type) {
        String sent = request.getContentType();
        return sent != null && sent.strip().toLowerCase(Locale.ROOT).startsWith(type);
    }

    static boolean isForm(HttpServletRequest request) {
        return request.getMethod().equals("POST") && hasType(request, FORM);
    }

    private static RequestBody refused(HttpAnswer answer, HttpServletRequest request) {
        return new RequestBody(new HttpDecision.Answered(answer), request);
    }

    /**
     * Reads and drops up to 1 MiB of what is left: a container that closes a connection with a body on its way resets it,
     * and the client may never see the answer. One that asked whether to send the body at all is not made to.
     */
    private static RequestBody tooLarge(HttpServletRequest request, HttpDecision.Guarded guarded) {
        if (request.getHeader("Expect") == null) {
            try {
                request.getInputStream().skip(MOST_DROPPED);
            } catch (IOException | IllegalStateException e) {
                // there is nothing left to read, or nobody to answer
            }
        }
        return refused(guarded.tooLarge(), request);
    }

    private static RequestBody bytes(HttpServletRequest request, HttpDecision.Guarded guarded) {
        int longest = guarded.maxRequestBytes();
        boolean wasRead;
        byte[] body;
        try {
            ServletInputStream in = request.getInputStream();
            wasRead = isChunked(request) && in.isFinished();
            body = in.readNBytes(longest == Integer.MAX_VALUE ? longest : longest + 1);
        } catch (IOException e) {
            return refused(guarded.incomplete(), request);
        } catch (IllegalStateException e) {
            return refused(guarded.failed("the body was read before the filter, put it earlier", e), request);
        }
        if (body.length > longest) {
            return tooLarge(request, guarded);
        }
        if (body.length < request.getContentLengthLong()) {
            return body.length > 0 ? refused(guarded.incomplete(), request) : readBefore(request, guarded);
        }
        if (body.length == 0 && (wasRead || mayHaveBeenAForm(request))) {
            return readBefore(request, guarded);
        }
        return new RequestBody(guarded.begin(body), new ReadRequest(request, body));
    }

    private static boolean isChunked(HttpServletRequest request) {
        return request.getHeader("Transfer-Encoding") != null;
    }

    /** Of a length that nobody declared; empty from the start it is compared by the parameters of its query, which does no harm. */
    private static boolean mayHaveBeenAForm(HttpServletRequest request) {
        return request.getContentLengthLong() < 0
                && isForm(request)
                && !request.getParameterMap().isEmpty();
    }

    /** A form whose parameters someone has asked for already is still there as those. */
    private static RequestBody readBefore(HttpServletRequest request, HttpDecision.Guarded guarded) {
        if (isForm(request) && !request.getParameterMap().isEmpty()) {
            try {
                return new RequestBody(guarded.begin(ofParameters(request.getParameterMap())), request);
            } catch (IOException e) {
                return refused(guarded.incomplete(), request);
            }
        }
        IllegalStateException why = new IllegalStateException("nothing left of a body that was declared");
        return refused(guarded.failed("the body was read before the filter, put it earlier", why), request);
    }

    private static byte[] ofParameters(Map<String, String[]> parameters) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(all);
        for (Map.Entry<String, String[]> parameter : new TreeMap<>(parameters).entrySet()) {
            text(out, parameter.getKey());
            out.writeInt(parameter.getValue().length);
            for (String value : parameter.getValue()) {
                text(out, value);
            }
        }
        return all.toByteArray();
    }

    /** Null where the target takes its parts from the bytes itself. */
    private static @Nullable RequestBody parts(HttpServletRequest request, HttpDecision.Guarded guarded) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(all);
        long bytes = 0;
        try {
            for (Part part : request.getParts()) {
                bytes += part.getSize();
                if (bytes > guarded.maxRequestBytes()) {
                    return refused(guarded.tooLarge(), request);
                }
                text(out, part.getName());
                text(out, part.getSubmittedFileName());
                text(out, part.getContentType());
                out.writeLong(part.getSize());
                part.getInputStream().transferTo(out);
            }
        } catch (IllegalStateException e) {
            return null;
        } catch (IOException | ServletException e) {
            return refused(guarded.incomplete(), request);
        }
        return new RequestBody(guarded.begin(all.toByteArray()), request);
    }

    private static void text(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }
}
