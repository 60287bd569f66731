package io.idem4j.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts one JSON document, told value by value, into canonical form. Not thread-safe; one for each document.
 *
 * <p>What comes in is written at once, members in the order of their coming. When an object ends with its members in
 * order (the usual case once a sender has settled on one) nothing is left to do. Otherwise its members are put in order
 * where they stand. So that a deep document is not copied once for each of its levels, a large object is moved aside
 * instead and replaced by a reference, a zero byte (which no JSON text has) and a number: each byte is moved once then.
 * While no object is open the text goes on to the sink, so that a long array needs no more room than its largest element.
 */
final class CanonicalWriter {
    private static final int LARGE = 4_096;
    private static final int REFERENCE = 5;
    private static final int FLUSH = 8_192;
    private static final byte[] OPEN = {'{'};
    private static final byte[] CLOSE = {'}'};
    private static final byte[] COMMA = {','};

    /** Takes the canonical bytes, as {@code MessageDigest::update} does. */
    @FunctionalInterface
    interface Sink {
        void take(byte[] bytes, int offset, int length);
    }

    private final Sink sink;
    private final boolean byName;
    private final int maxBytes;
    private final Utf8Buffer out;
    private final EcmaNumber numbers = new EcmaNumber();
    private final List<byte[]> aside = new ArrayList<>(0);
    private byte[] scratch = {};
    private long gone;

    private Member[] members = new Member[16];
    private int memberCount;

    private int depth;
    private int openObjects;
    /** For each open value: its first member; -1 for an array. */
    private int[] firsts = new int[16];

    private int[] starts = new int[16];
    private boolean[] filled = new boolean[16];
    private boolean[] disordered = new boolean[16];

    /**
     * The canonical form.
     *
     * @param expected roughly how many bytes it will have; 0 if that is not known
     */
    CanonicalWriter(Sink sink, int maxBytes, int expected) {
        this(sink, maxBytes, expected, true);
    }

    /** {@code byName} false: the order of ECMAScript's own properties, which only takes array indexes first. */
    CanonicalWriter(Sink sink, int maxBytes, int expected, boolean byName) {
        this.sink = sink;
        this.byName = byName;
        this.maxBytes = maxBytes;
        this.out = new Utf8Buffer(expected);
    }

    /** Where the next scalar is to be written, whole, between {@link #beginScalar} and {@link #endValue}. */
    Utf8Buffer out() {
        return out;
    }

    /** Writes a number into {@link #out} that stands, as JSON, in {@code json}. */
    void number(byte[] json, int start, int end) {
        numbers.write(out, json, start, end);
    }

    /** Writes a whole number: in canonical form as a double, else digit by digit. */
    void wholeNumber(byte[] json) {
        if (byName) {
            number(json, 0, json.length);
        } else {
            out.put(json, 0, json.length);
        }
    }

    void beginScalar() {
        if (depth > 0 && firsts[depth - 1] < 0) {
            separate();
        }
    }

    void endValue() {
        if (gone + out.size() > maxBytes) {
            throw MalformedJsonException.tooLarge("the canonical text", maxBytes);
        }
        if (openObjects == 0 && (depth == 0 || out.size() >= FLUSH)) {
            flush();
        }
    }

    /** The name is to be written, quoted, until {@link #endName}. */
    void beginName() {
        if (memberCount > firsts[depth - 1]) {
            members[memberCount - 1].end = out.size();
        }
        separate();
        if (memberCount == members.length) {
            members = Arrays.copyOf(members, memberCount * 2);
        }
        if (members[memberCount] == null) {
            members[memberCount] = new Member();
        }
        members[memberCount].start = out.size();
    }

    /** {@code plain}: the name is known to be ASCII without escapes. */
    void endName(boolean plain) {
        Member member = members[memberCount];
        member.nameIs(out.bytes(), out.size(), plain);
        out.put(':');
        int top = depth - 1;
        if (memberCount > firsts[top] && Member.compare(members[memberCount - 1], member, out.bytes(), byName) >= 0) {
            disordered[top] = true;
        }
        if (byName && member.isProto(out.bytes())) {
            disordered[top] = true;
        }
        memberCount++;
    }

    void beginArray() {
        open(-1);
        out.put('[');
    }

    void endArray() {
        depth--;
        out.put(']');
        endValue();
    }

    void beginObject() {
        open(memberCount);
        openObjects++;
        out.put('{');
    }

    void endObject() {
        depth--;
        openObjects--;
        int first = firsts[depth];
        if (disordered[depth]) {
            members[memberCount - 1].end = out.size();
            reorder(first, inOrder(first), starts[depth]);
        } else {
            out.put('}');
        }
        memberCount = first;
        endValue();
    }

    private void open(int first) {
        beginScalar();
        if (depth == CanonicalJson.MAX_DEPTH) {
            throw MalformedJsonException.tooDeep();
        }
        if (depth == firsts.length) {
            firsts = Arrays.copyOf(firsts, depth * 2);
            starts = Arrays.copyOf(starts, depth * 2);
            filled = Arrays.copyOf(filled, depth * 2);
            disordered = Arrays.copyOf(disordered, depth * 2);
        }
        firsts[depth] = first;
        starts[depth] = out.size();
        filled[depth] = false;
        disordered[depth] = false;
        depth++;
    }

    private void separate() {
        if (filled[depth - 1]) {
            out.put(',');
        }
        filled[depth - 1] = true;
    }

    /**
     * Sorts the members from {@code first} on, of equal names keeps the last value in the first place; answers where they
     * end. Members are swapped, so that none of the pooled objects is in two places.
     */
    private int inOrder(int first) {
        byte[] bytes = out.bytes();
        Arrays.sort(members, first, memberCount, (a, b) -> Member.compare(a, b, bytes, byName));
        int kept = first;
        for (int run = first; run < memberCount; ) {
            int end = run + 1;
            while (end < memberCount && Member.compare(members[run], members[end], bytes, byName) == 0) {
                end++;
            }
            Map<String, Member> distinct = end - run == 1 ? Map.of() : new HashMap<>();
            for (int i = run; i < end; i++) {
                Member member = members[i];
                Member earlier = end - run == 1 ? null : distinct.putIfAbsent(member.spelling(bytes), member);
                if (earlier != null) {
                    earlier.takeValueOf(member);
                } else if (!byName || !member.isProto(bytes)) {
                    members[i] = members[kept];
                    members[kept++] = member;
                }
            }
            run = end;
        }
        return kept;
    }

    private void reorder(int first, int end, int start) {
        if (openObjects == 0) {
            emit(out.bytes(), 0, start);
            emitMembers(first, end);
            emptied();
            return;
        }
        int length = 2 + Math.max(0, end - first - 1);
        for (int i = first; i < end; i++) {
            length += members[i].end - members[i].start;
        }
        boolean large = length > LARGE;
        if (!large && scratch.length < length) {
            scratch = new byte[LARGE];
        }
        byte[] target = large ? new byte[length] : scratch;
        int at = 0;
        target[at++] = '{';
        for (int i = first; i < end; i++) {
            if (i > first) {
                target[at++] = ',';
            }
            Member member = members[i];
            System.arraycopy(out.bytes(), member.start, target, at, member.end - member.start);
            at += member.end - member.start;
        }
        target[at++] = '}';
        out.cutTo(start);
        if (large) {
            refer(target);
        } else {
            out.put(target, 0, at);
        }
    }

    private void refer(byte[] piece) {
        int number = aside.size();
        aside.add(piece);
        gone += piece.length - REFERENCE;
        out.put(0);
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.put(number >>> shift);
        }
    }

    private void flush() {
        emit(out.bytes(), 0, out.size());
        emptied();
    }

    private void emptied() {
        gone += out.size();
        out.cutTo(0);
        aside.clear();
    }

    private void emitMembers(int first, int end) {
        sink.take(OPEN, 0, 1);
        for (int i = first; i < end; i++) {
            if (i > first) {
                sink.take(COMMA, 0, 1);
            }
            emit(out.bytes(), members[i].start, members[i].end);
        }
        sink.take(CLOSE, 0, 1);
    }

    private void emit(byte[] bytes, int from, int to) {
        int start = from;
        if (!aside.isEmpty()) {
            for (int i = from; i < to; i++) {
                if (bytes[i] == 0) {
                    sink.take(bytes, start, i - start);
                    byte[] piece = aside.get(number(bytes, i + 1));
                    emit(piece, 0, piece.length);
                    start = i + REFERENCE;
                    i = start - 1;
                }
            }
        }
        sink.take(bytes, start, to - start);
    }

    private static int number(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
