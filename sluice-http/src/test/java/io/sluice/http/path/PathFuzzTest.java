package io.sluice.http.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.rules.PathSettings;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
@Tag("long") // the same on every JDK
class PathFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void everyPathHasASpellingOrNone(byte[] bytes) {
        String path = new String(bytes, StandardCharsets.ISO_8859_1);
        String spelling = new PathNormal(PathSettings.DEFAULT).of(path);
        if (spelling != null) {
            assertThat(spelling).startsWith("/").doesNotContain("//", "/../", "/./", "\\", "\u0000");
        }
        QueryText.values(path, "key");
    }
}
