package io.sluice.testkit.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** The keys that the tests beside a class show: by their methods with {@link Shows}. */
public final class ShownKeys {
    private ShownKeys() {}

    /** Of all tests in the package of a class, and below it. */
    public static Set<String> beside(Class<?> test) throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes =
                Path.of(test.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> shown = new TreeSet<>();
        for (String name : namesIn(classes, test.getPackageName().replace('.', '/'))) {
            Class<?> found = Class.forName(name, false, test.getClassLoader());
            for (Method method : found.getDeclaredMethods()) {
                Shows shows = method.getAnnotation(Shows.class);
                if (shows != null) {
                    assertThat(AnnotationSupport.isAnnotated(method, Testable.class))
                            .as("%s is a test", method)
                            .isTrue();
                    shown.addAll(List.of(shows.value()));
                }
            }
        }
        return shown;
    }

    private static List<String> namesIn(Path classes, String folder) throws IOException {
        try (Stream<Path> files = Files.walk(classes.resolve(folder))) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.matches("[^$]*(Test|IT)\\.class"))
                    .map(file -> file.replace(".class", "").replace('/', '.'))
                    .toList();
        }
    }
}
