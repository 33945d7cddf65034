package io.sluice.benchmarks.soak;

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

/**
 * The server as {@code ./sluice serve} starts it, in a process of its own that also tells what its heap holds: {@code rules upstream}. Writes its doors, each as a name and a URL, then
 * {@code ready}, and for every line it reads the bytes in use once the collector has been. Ends with its input.
 */
final class SoakServer {
    private SoakServer() {}

    public static void main(String[] args) throws Exception {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.put(Setting.UPSTREAM, args[1]);
        for (Setting port : new Setting[] {Setting.PORT, Setting.API_PORT, Setting.RESP_PORT, Setting.ADMIN_PORT}) {
            flags.put(port, "0");
        }
        Path file = Path.of(args[0]);
        try (Server server =
                        Server.start(ServerSettings.of(file, read(file), new Given(flags, name -> null, Map.of())));
                BufferedReader questions =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            server.doors().forEach(door -> System.out.println(door.name() + " " + door.url()));
            System.out.println("ready");
            while (questions.readLine() != null) {
                System.out.println(heap());
            }
        }
    }

    private static RuleSet read(Path file) {
        RuleFile read = RuleFile.read(file);
        RuleSet rules = read.rules();
        if (rules == null) {
            throw new IllegalArgumentException("the rules cannot be used: " + read.problems());
        }
        return rules;
    }

    /** References that wait to be cleared take more than one round. */
    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
