package io.sluice.benchmarks.gateway;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.Server;
import io.sluice.server.settings.Given;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The server as {@code ./sluice serve} starts it, in a process of its own that also tells what it has allocated: {@code rules upstream
 * threads transport}. Writes its doors, each as a name and a URL, then {@code ready}, and for every line it reads the bytes allocated so far. Ends with its input.
 */
final class MeasuredServer {
    private MeasuredServer() {}

    public static void main(String[] args) throws Exception {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.put(Setting.UPSTREAM, args[1]);
        flags.put(Setting.THREADS, args[2]);
        flags.put(Setting.TRANSPORT, args[3]);
        flags.put(Setting.PORT, "0");
        flags.put(Setting.API_PORT, "0");
        flags.put(Setting.RESP_PORT, "0");
        flags.put(Setting.ADMIN_PORT, "0");
        Given given = new Given(flags, name -> null, Map.of());
        try (Server server = Server.start(ServerSettings.of(null, rules(args[0]), given));
                BufferedReader questions =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            server.doors().forEach(door -> System.out.println(door.name() + " " + door.url()));
            System.out.println("ready");
            while (questions.readLine() != null) {
                System.out.println(allocated());
            }
        }
    }

    private static RuleSet rules(String text) {
        RuleFile read = RuleFile.parse(text, Path.of("bench.yaml"));
        return Objects.requireNonNull(read.rules(), () -> read.problems().toString());
    }

    /** By all threads that live: event loops live as long as the server. */
    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
