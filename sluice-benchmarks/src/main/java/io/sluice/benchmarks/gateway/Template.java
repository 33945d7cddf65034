package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A file that some program is started with, kept beside these classes, with names in braces for what is known only then. */
final class Template {
    private Template() {}

    static String fill(String name, Map<String, Object> values) throws IOException {
        try (InputStream in = Template.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("there is no " + name + " among the benchmarks");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, Object> each : values.entrySet()) {
                text = text.replace("{" + each.getKey() + "}", each.getValue().toString());
            }
            return text;
        }
    }

    static void write(Path to, String name, Map<String, Object> values) throws IOException {
        Files.writeString(to, fill(name, values));
    }
}
