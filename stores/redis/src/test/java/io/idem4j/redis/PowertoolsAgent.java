package io.idem4j.redis;

import io.idem4j.testtools.NodePackages;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A Node process with the published package of Powertools for TypeScript, and its cache layer on some server. */
final class PowertoolsAgent implements AutoCloseable {
    private final Process process = NodePackages.install(PowertoolsAgent.class, "powertools", "agent.js")
            .start("agent.js");
    private final BufferedWriter commands = process.outputWriter(StandardCharsets.UTF_8);
    private final Map<Integer, BlockingQueue<String>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();

    PowertoolsAgent(String uri) {
        Thread reader = new Thread(this::read, "powertools-agent");
        reader.setDaemon(true);
        reader.start();
        int call = calls.incrementAndGet();
        send("{\"n\":" + call + ",\"connect\":\"" + uri + "\"}");
        answer(call);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int call = Integer.parseInt(Members.of(line).get("n"));
                of(call).add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BlockingQueue<String> of(int call) {
        return answers.computeIfAbsent(call, unused -> new LinkedBlockingQueue<>());
    }

    private void send(String line) {
        try {
            commands.write(line);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> answer(int call) {
        try {
            String line = of(call).poll(60, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("the agent does not answer");
            }
            return Members.of(line);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs the function for an id; members are more of the command. Answers its members' JSON. */
    Map<String, String> run(String id, String result, String... members) {
        int call = begin(id, result, members);
        return answer(call);
    }

    /** The same, and returns while the function runs. */
    int holding(String id, String result, String... members) {
        String[] more = java.util.Arrays.copyOf(members, members.length + 1);
        more[members.length] = "\"hold\":true";
        int call = begin(id, result, more);
        Map<String, String> answer = answer(call);
        if (!answer.containsKey("running")) {
            throw new AssertionError("it does not run: " + answer);
        }
        return call;
    }

    private int begin(String id, String result, String... members) {
        int call = calls.incrementAndGet();
        StringBuilder line = new StringBuilder("{\"n\":" + call + ",\"run\":\"" + id + "\",\"result\":" + result);
        for (String member : members) {
            line.append(',').append(member);
        }
        send(line.append('}').toString());
        return call;
    }

    Map<String, String> finish(int call) {
        send("{\"n\":" + call + ",\"finish\":true}");
        return answer(call);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
