package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every key of the rule file has a test that sees its effect through a door: a method with {@link Shows} in a class named {@code ...KeysTest} or {@code ...KeysIT}. */
class EveryKeyIsSeenTest {
    @Test
    void everyKeyIsShownByATestAndEveryTestShowsAKey() throws Exception {
        Set<String> keys = SchemaKeys.all();
        assertThat(keys).hasSizeGreaterThan(100);
        Set<String> shown = shown();
        assertThat(difference(keys, shown)).as("keys that no test shows").isEmpty();
        assertThat(difference(shown, keys)).as("shown, but in no rule file").isEmpty();
    }

    private static Set<String> difference(Set<String> these, Set<String> those) {
        Set<String> left = new TreeSet<>(these);
        left.removeAll(those);
        return left;
    }

    private static Set<String> shown() throws Exception {
        Set<String> shown = new TreeSet<>();
        Path classes = Path.of(EveryKeyIsSeenTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        for (Path file : testsIn(classes.resolve("io/sluice/servlet"))) {
            String name = String.valueOf(file.getFileName()).replace(".class", "");
            for (Method method : Class.forName("io.sluice.servlet." + name).getDeclaredMethods()) {
                shown.addAll(shownBy(method));
            }
        }
        return shown;
    }

    private static Iterable<Path> testsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*Keys(Test|IT)\\.class"))
                    .toList();
        }
    }

    private static Set<String> shownBy(Method method) {
        Shows shows = method.getAnnotation(Shows.class);
        if (shows == null) {
            return Set.of();
        }
        assertThat(method.isAnnotationPresent(Test.class))
                .as("%s is a test", method)
                .isTrue();
        return new TreeSet<>(Arrays.asList(shows.value()));
    }
}
