package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.server.tls.TestCertificate;
import io.sluice.testkit.Programs;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The program, which asks a gateway in one of the ways it can. */
record Curl(ProofScene scene, Way way) implements AutoCloseable {
    /** What is spoken. */
    enum Way {
        HTTP1("http", "HTTP/1.1", "--http1.1"),
        HTTP2("http", "HTTP/2", "--http2-prior-knowledge"),
        HTTP1_OVER_TLS("https", "HTTP/1.1", "--http1.1"),
        HTTP2_OVER_TLS("https", "HTTP/2", "--http2");

        final String scheme;
        /** As the first line of an answer says. */
        final String version;

        final String option;

        Way(String scheme, String version, String option) {
            this.scheme = scheme;
            this.version = version;
            this.option = option;
        }
    }

    /** Before a gateway of its own, with files in this folder. */
    static Curl start(Way way, String rules, Clock clock, InetSocketAddress target, Path folder) throws Exception {
        ProofScene scene = way.scheme.equals("http")
                ? ProofScene.start(rules, clock, target)
                : ProofScene.start(
                        rules,
                        clock,
                        target,
                        TestCertificate.make(folder, "gateway").write(folder));
        return new Curl(scene, way);
    }

    /** What it writes. */
    String get(String target, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Programs.find("curl", "apt-get install curl").toString(), "-sS", "-k", "--max-time", "60", way.option));
        command.addAll(List.of(options));
        command.add(way.scheme + "://127.0.0.1:" + scene.port() + target);
        Process curl = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(curl.getInputStream().readAllBytes(), UTF_8);
        assertThat(curl.waitFor()).as("curl has said: " + said).isZero();
        return said;
    }

    /** The head of the answer, with names of fields in lower case and without the version. */
    String head(String target, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-D", "-", "-o", "/dev/null"));
        all.addAll(List.of(options));
        String head = get(target, all.toArray(String[]::new));
        assertThat(head).startsWith(way.version + " ");
        return head.substring(way.version.length() + 1)
                .lines()
                .map(Curl::inLowerCase)
                .collect(Collectors.joining("\r\n", "", "\r\n"));
    }

    private static String inLowerCase(String line) {
        int colon = Math.max(0, line.indexOf(':'));
        return line.substring(0, colon).toLowerCase(Locale.ROOT) + line.substring(colon);
    }

    @Override
    public void close() {
        scene.close();
    }
}
