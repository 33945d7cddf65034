package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
    private static final String JAR = "sluice.benchmarks";
    /** Writes its arguments beside itself, and nothing to the standard output it shares with the tests. */
    private static final String PROGRAM = """
            package PACKAGE;

            public class NAME {
                public static void main(String[] args) throws Exception {
                    var path = java.nio.file.Path.of(System.getProperty("java.class.path"), "arguments");
                    java.nio.file.Files.write(path, java.util.List.of(args));
                    System.exit(args.length);
                }
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    @AfterEach
    void forgetTheJar() {
        System.clearProperty(JAR);
    }

    @Test
    void saysWhatToDoWithoutBenchmarks() {
        assertThat(Run.sluice("bench"))
                .isEqualTo(new Run(
                        2,
                        "",
                        "sluice: no benchmarks to run; start with ./sluice bench, or set -Dsluice.benchmarks=JAR\n"));
    }

    @Test
    void saysWhatToDoWithoutTheirJar() {
        Path jar = folder.resolve("none.jar");
        System.setProperty(JAR, jar.toString());
        assertThat(Run.sluice("bench", "core"))
                .isEqualTo(new Run(
                        2,
                        "",
                        "sluice: no benchmarks at " + jar
                                + "; build them with ./mvnw -pl sluice-benchmarks -am package\n"));
    }

    @Test
    void knowsNoOtherBenchmarks() {
        assertThat(Run.sluice("bench", "doors"))
                .isEqualTo(new Run(
                        2,
                        "",
                        "sluice: there are no benchmarks 'doors'; there are: core, gateway, redis, rules, soak\n"));
    }

    @Test
    void aMisspelledNameIsCorrected() {
        assertThat(Run.sluice("bench", "getaway").err())
                .isEqualTo("sluice: there are no benchmarks 'getaway'; did you mean gateway?\n");
    }

    @Test
    void passesArgumentsAndTheExitStatusOn() throws IOException {
        compileProgram("io.sluice.benchmarks", "BenchCore");
        assertThat(Run.sluice("bench", "core", "--quick", "--only", "keyed.*", "-x=1")
                        .status())
                .isEqualTo(4);
        assertThat(folder.resolve("arguments")).hasContent("--quick\n--only\nkeyed.*\n-x=1");
    }

    @Test
    void coreIsWhatIsMeasuredUnlessSaid() throws IOException {
        compileProgram("io.sluice.benchmarks", "BenchCore");
        assertThat(Run.sluice("bench", "--quick").status()).isEqualTo(1);
        assertThat(folder.resolve("arguments")).hasContent("--quick");
    }

    @Test
    void redisIsAProgramOfItsOwn() throws IOException {
        compileProgram("io.sluice.benchmarks.redis", "BenchRedis");
        assertThat(Run.sluice("bench", "redis", "--quick").status()).isEqualTo(1);
        assertThat(folder.resolve("arguments")).hasContent("--quick");
    }

    private void compileProgram(String inPackage, String name) throws IOException {
        Path source = Files.writeString(
                folder.resolve(name + ".java"),
                PROGRAM.replace("PACKAGE", inPackage).replace("NAME", name));
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString());
        assertThat(failed).isZero();
        System.setProperty(JAR, folder.toString());
    }
}
