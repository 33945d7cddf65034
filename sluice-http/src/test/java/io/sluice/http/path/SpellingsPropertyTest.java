package io.sluice.http.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.Draws;
import io.sluice.rules.PathSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No two spellings of the same request land in two counters, and no two different requests in one. */
class SpellingsPropertyTest {
    private static final String LETTERS = "abz09-_~@!$&'()*+,=: %;\u00e9\u4e2d";

    @Test
    void everySpellingOfAPathIsTheSame() {
        Draws.tryAll(20_000, random -> {
            List<String> meant = path(random);
            boolean ignoreCase = random.nextBoolean();
            PathNormal normal = new PathNormal(new PathSettings(ignoreCase, true));
            assertThat(normal.of(spelling(random, meant, ignoreCase)))
                    .as("a spelling of %s", meant)
                    .isEqualTo("/" + String.join("/", meant));
        });
    }

    @Test
    void theSpellingOfASpellingIsItself() {
        PathNormal normal = new PathNormal(new PathSettings(false, false));
        Draws.tryAll(20_000, random -> {
            String drawn = "/" + Draws.text(random, 12, "a", "B", "/", "..", ".", "%2e", "%41", ";x", "%25", "%", "~");
            String once = normal.of(drawn);
            if (once != null && once.chars().noneMatch(c -> c == '%' || c == ';')) {
                assertThat(normal.of(once)).as(drawn).isEqualTo(once);
            }
        });
    }

    private static List<String> path(Random random) {
        List<String> segments = new ArrayList<>();
        for (int i = random.nextInt(4) + 1; i > 0; i--) {
            StringBuilder segment = new StringBuilder("s");
            for (int n = random.nextInt(5); n > 0; n--) {
                segment.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            segments.add(segment.toString());
        }
        return segments;
    }

    private static String spelling(Random random, List<String> segments, boolean anyCase) {
        StringBuilder path = new StringBuilder();
        for (String segment : segments) {
            path.append(path.isEmpty() ? firstDetour(random) : detour(random))
                    .append(encoded(random, segment, anyCase));
            path.append(random.nextInt(6) == 0 ? ";p=" + random.nextInt(9) : "");
        }
        return path.append(random.nextInt(4) == 0 ? "/" : "").toString();
    }

    /** Behind two slashes in front stands a host. */
    private static String firstDetour(Random random) {
        String detour = detour(random);
        return detour.equals("//") || detour.equals("/;z/") ? "/" : detour;
    }

    private static String detour(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> "//";
            case 1 -> "/./";
            case 2 -> "/x/../";
            case 3 -> "/x/y/./../../";
            case 4 -> "/;z/";
            default -> "/";
        };
    }

    private static String encoded(Random random, String segment, boolean anyCase) {
        StringBuilder text = new StringBuilder();
        for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (anyCase && c < 0x80 && random.nextInt(4) == 0) {
                c = Character.toUpperCase(c);
            }
            boolean must = c <= ' ' || c >= 0x7F || c == '%' || c == ';';
            String hex = random.nextBoolean() ? "%%%02x" : "%%%02X";
            text.append(must || random.nextInt(5) == 0 ? String.format(hex, (int) c) : String.valueOf(c));
        }
        return text.toString();
    }
}
