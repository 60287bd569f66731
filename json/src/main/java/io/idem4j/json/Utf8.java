package io.idem4j.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Text as bytes and back, without replacing anything in silence. */
final class Utf8 {
    private static final int REPLACEMENT = 0xfffd;
    private static final String BYTE_ORDER_MARK = "\ufeff";
    private static final int CHUNK = 2_048;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** UTF-8; a lone surrogate as the three bytes that its code point would have. */
    static byte[] ofText(String text) {
        if (!Surrogates.areLoneIn(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        Utf8Buffer out = new Utf8Buffer(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.pair(c, text.charAt(++i));
            } else if (c < 0x80) {
                out.put(c);
            } else {
                out.unit(c);
            }
        }
        byte[] bytes = new byte[out.size()];
        System.arraycopy(out.bytes(), 0, bytes, 0, bytes.length);
        return bytes;
    }

    static boolean isAscii(byte[] bytes, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            if (((long) EIGHT.get(bytes, i) & NOT_ASCII) != 0) {
                return false;
            }
        }
        for (; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Throws {@link MalformedJsonException} at the first byte that is not UTF-8. */
    static void check(byte[] bytes) {
        if (isAscii(bytes, 0, bytes.length)) {
            return;
        }
        CharsetDecoder strict = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer dropped = CharBuffer.allocate(CHUNK);
        CoderResult result;
        do {
            dropped.clear();
            result = strict.decode(in, dropped, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw MalformedJsonException.at(bytes, in.position(), "it is no UTF-8");
        }
    }

    /**
     * Text of bytes that need not be UTF-8, as the Encoding standard decodes them: U+FFFD for each longest part that could
     * have begun a character. The JDK's decoder takes the three bytes of a surrogate for one such part.
     */
    static String decode(byte[] bytes, boolean dropMark) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; ) {
            int first = bytes[i++] & 0xff;
            int more = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
            int point = first < 0x80 ? first : first & (0x3f >> more);
            int low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
            int high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
            int left = more;
            while (left > 0 && i < bytes.length && (bytes[i] & 0xff) >= low && (bytes[i] & 0xff) <= high) {
                point = point << 6 | (bytes[i++] & 0x3f);
                low = 0x80;
                high = 0xbf;
                left--;
            }
            boolean whole = left == 0 && (first < 0x80 || more > 0);
            text.appendCodePoint(whole ? point : REPLACEMENT);
        }
        return dropMark && text.indexOf(BYTE_ORDER_MARK) == 0 ? text.substring(1) : text.toString();
    }
}
