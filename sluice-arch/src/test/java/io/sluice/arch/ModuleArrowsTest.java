package io.sluice.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModuleArrowsTest {
    static Stream<String> modules() {
        return Modules.ARROWS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void looksAtClassesOfEveryModule(String module) {
        String own = Modules.packageOf(module);
        assertThat(Modules.CLASSES)
                .as("classes imported from %s", own)
                .anyMatch(type -> type.getPackageName().equals(own)
                        || type.getPackageName().startsWith(own + "."));
    }

    @Test
    void knowsEveryModuleOfTheBuild() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("..").toAbsolutePath().normalize())) {
            Set<String> built = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith("sluice-") && !name.equals("sluice-arch"))
                    .map(name -> name.substring("sluice-".length()))
                    .collect(Collectors.toSet());
            assertThat(built).isEqualTo(Modules.ARROWS.keySet());
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void dependsOnlyAlongTheArrows(String module) {
        List<String> allowed = Modules.ARROWS.get(module);
        String[] forbidden = modules()
                .filter(other -> !other.equals(module) && !allowed.contains(other))
                .map(Modules::packagesOf)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(Modules.packagesOf(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .because("sluice-" + module + " may know " + allowed + " and nothing else of Sluice")
                .check(Modules.CLASSES);
    }

    @Test
    void coreNeedsNothingButTheJdkAndJspecify() {
        classes()
                .that()
                .resideInAPackage(Modules.packagesOf("core"))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", Modules.packagesOf("core"))
                .check(Modules.CLASSES);
    }
}
