package io.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;

/** The modules, the package each lives in, and the arrows between them: the one place to change when a module comes. */
final class Modules {
    /** Module name to the modules it may know, without the {@code sluice-} that all of them begin with. */
    static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("core", List.of()),
            Map.entry("testkit", List.of("core")),
            Map.entry("redis", List.of("core")),
            Map.entry("rules", List.of("core")),
            Map.entry("http", List.of("rules", "core")),
            Map.entry("servlet", List.of("http", "rules", "core")),
            Map.entry("rls", List.of()),
            Map.entry("server", List.of("rls", "http", "rules", "redis", "core")),
            Map.entry("cli", List.of("server", "core", "rules", "http", "redis")),
            Map.entry("benchmarks", List.of("core", "rules", "redis", "rls", "server", "testkit")),
            Map.entry("stress", List.of("core")));

    /** Everything compiled from {@code src/main} of those modules. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPackages(ARROWS.keySet().stream().map(Modules::packageOf).toList());

    private Modules() {}

    static String packageOf(String module) {
        return "io.sluice." + module;
    }

    /** The package and all below it, in ArchUnit's notation. */
    static String packagesOf(String module) {
        return packageOf(module) + "..";
    }
}
