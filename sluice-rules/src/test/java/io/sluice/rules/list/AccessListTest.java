package io.sluice.rules.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.ListEntry;
import io.sluice.rules.PathSettings;
import io.sluice.rules.match.Condition;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessListTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("list.txt"), text);
    }

    private AccessList listed(String text) throws IOException {
        return AccessList.of(List.of(new ListEntry.Listed(write(text))));
    }

    private static Attributes request(String... namesAndValues) {
        Map<String, String> values = new java.util.HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return Attributes.of(values);
    }

    private static Condition condition(String name, String... globs) {
        return new Condition(Attribute.of(name), Arrays.asList(globs));
    }

    @Test
    void coversAddressesOfItsNetworks() {
        AccessList list = AccessList.of(List.of(new ListEntry.Network("203.0.113.0/24"), new ListEntry.Network("::1")));
        assertThat(list.covers(request("ip", "203.0.113.77"))).isTrue();
        assertThat(list.covers(request("ip", "::ffff:203.0.113.77"))).isTrue();
        assertThat(list.covers(request("ip", "::1"))).isTrue();
        assertThat(list.covers(request("ip", "203.0.114.1"))).isFalse();
        assertThat(list.covers(request("ip", "no address"))).isFalse();
        assertThat(list.covers(request())).isFalse();
    }

    @Test
    void allConditionsOfAnEntryMustHold() {
        AccessList list = AccessList.of(List.of(
                new ListEntry.Conditions(List.of(condition("user", "ann", "ben"), condition("ip", "10.0.0.0/8"))),
                new ListEntry.Conditions(List.of(condition("header.user-agent", "*UptimeBot*")))));
        assertThat(list.covers(request("user", "ann", "ip", "10.1.2.3"))).isTrue();
        assertThat(list.covers(request("user", "ben", "ip", "10.1.2.3"))).isTrue();
        assertThat(list.covers(request("user", "cleo", "ip", "10.1.2.3"))).isFalse();
        assertThat(list.covers(request("user", "ann", "ip", "11.1.2.3"))).isFalse();
        assertThat(list.covers(request("user", "ann"))).isFalse();
        assertThat(list.covers(request("header.user-agent", "xx uptimebot/2"))).isTrue();
    }

    @Test
    void pathsAreComparedAsTheFileSays() {
        List<ListEntry> entries = List.of(new ListEntry.Conditions(List.of(condition("path", "/health/**"))));
        assertThat(AccessList.of(entries).covers(request("path", "/health/live")))
                .isTrue();
        assertThat(AccessList.of(entries).covers(request("path", "/healthy"))).isFalse();
        assertThat(AccessList.of(entries, new PathSettings(false, false)).covers(request("path", "/health")))
                .isTrue();
    }

    @Test
    void aFileHasOneEntryALine() throws IOException {
        AccessList list = listed("""
                # offices
                203.0.113.0/24 # Berlin

                  2001:db8::/32
                198.51.100.7
                user: ann
                user: b*
                api-key: k#1 # ours
                header.X-Probe: *
                ip: 192.0.2.0/24
                path: /health
                """);
        assertThat(list.covers(request("ip", "203.0.113.1"))).isTrue();
        assertThat(list.covers(request("ip", "2001:db8::5"))).isTrue();
        assertThat(list.covers(request("ip", "198.51.100.7"))).isTrue();
        assertThat(list.covers(request("ip", "198.51.100.8"))).isFalse();
        assertThat(list.covers(request("ip", "192.0.2.9"))).isTrue();
        assertThat(list.covers(request("user", "ann"))).isTrue();
        assertThat(list.covers(request("user", "Ann"))).isFalse();
        assertThat(list.covers(request("user", "ben"))).isTrue();
        assertThat(list.covers(request("api-key", "k#1"))).isTrue();
        assertThat(list.covers(request("header.x-probe", "yes"))).isTrue();
        assertThat(list.covers(request("path", "/health"))).isTrue();
        assertThat(list.covers(request("path", "/other"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    203.0.113.5/24 | 203.0.113.5/24 is an address inside a network; write 203.0.113.0/24 for the network, or 203.0.113.5 for the address
                    10.0.0.1 10.0.0.2 | 10.0.0.1 10.0.0.2 is not an address; write 203.0.113.9 or 2001:db8::1
                    localhost | localhost is neither; write an address, a network such as 203.0.113.0/24, or attribute: glob such as user: ann
                    user:ann | user:ann is neither; write an address, a network such as 203.0.113.0/24, or attribute: glob such as user: ann
                    user: | user: is neither; write an address, a network such as 203.0.113.0/24, or attribute: glob such as user: ann
                    a b: c | a b is not the name of an attribute; write an address, a network such as 203.0.113.0/24, or attribute: glob such as user: ann
                    endpoint: /x | endpoint is known to rules only; write path: and a pattern
                    ip: 10.0.0.* | 10.0.0.* is not an address; write 203.0.113.9 or 2001:db8::1
                    path: health | a path pattern begins with /, such as /health
                    """)
    void aBadLineIsNamed(String line, String what) throws IOException {
        Path file = write("10.0.0.1\n" + line + "\n10.0.0.2\n");
        assertThatThrownBy(() -> AccessList.check(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ":2: " + what);
        assertThatThrownBy(() -> AccessList.of(List.of(new ListEntry.Listed(file))))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aChangedFileIsReadAgainAndABadOneIsNot() throws IOException {
        AccessList list = listed("10.0.0.1\n");
        write("10.0.0.2\n10.0.0.3\n");
        list.look();
        assertThat(list.covers(request("ip", "10.0.0.1"))).isFalse();
        assertThat(list.covers(request("ip", "10.0.0.3"))).isTrue();
        write("10.0.0.1\nten\n");
        list.look();
        assertThat(list.covers(request("ip", "10.0.0.1"))).isFalse();
        assertThat(list.covers(request("ip", "10.0.0.3"))).isTrue();
    }

    @Test
    void askingAllocatesNothingThoughTheListIsLong() throws IOException {
        Path file = folder.resolve("long.txt");
        Random random = new Random(Long.getLong("sluice.seed", 5));
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int i = 0; i < 100_000; i++) {
                writer.write(
                        (1 + random.nextInt(200)) + "." + random.nextInt(256) + "." + random.nextInt(256) + ".0/24\n");
                writer.write("2001:db8:" + Integer.toHexString(random.nextInt(65536)) + ":" + i % 10_000 + "::/64\n");
            }
        }
        AccessList list = AccessList.of(List.of(new ListEntry.Network("203.0.113.0/24"), new ListEntry.Listed(file)));
        Attributes[] requests = {
            request("ip", "203.0.113.9"),
            request("ip", "250.0.0.1"),
            request("ip", "2001:db9:1:2:3:4:5:6"),
            request("ip", "77.1.2.3"),
            request()
        };
        int asked = 50_000;
        long covered = 0;
        long bytes = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < asked; i++) {
                covered += list.covers(requests[i % requests.length]) ? 1 : 0;
            }
            bytes = Math.min(bytes, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(covered).isGreaterThanOrEqualTo(10L * asked / requests.length);
        assertThat(bytes).as("bytes for %d", asked).isLessThan(asked);
    }
}
