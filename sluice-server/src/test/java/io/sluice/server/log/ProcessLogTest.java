package io.sluice.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProcessLogTest {
    private static LogRecord record(Level level, String message, Object... parameters) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName("io.sluice.server.Server");
        record.setInstant(Instant.parse("2026-01-31T12:00:00.123Z"));
        record.setParameters(parameters);
        return record;
    }

    @Test
    void aLineForPeople() {
        assertThat(LogForm.TEXT.formatter().format(record(Level.INFO, "{0} is in force", "rules.yaml")))
                .isEqualTo("2026-01-31T12:00:00.123Z INFO Server: rules.yaml is in force\n");
    }

    @Test
    void nobodyBreaksALineOrPaintsOnATerminal() {
        String line = LogForm.TEXT.formatter().format(record(Level.WARNING, "a\r\nb\u001b[31m"));
        assertThat(line).isEqualTo("2026-01-31T12:00:00.123Z WARNING Server: a | b?[31m\n");
    }

    @Test
    void aLineForPrograms() {
        LogRecord record = record(Level.SEVERE, "a \"b\"\n\u2028");
        record.setThrown(new IllegalStateException("broken"));
        String line = LogForm.JSON.formatter().format(record);
        assertThat(line).endsWith("}\n");
        assertThat(line.strip()).doesNotContain("\n");
        JsonNode read = JsonMapper.builder().build().readTree(line);
        assertThat(read.get("time").stringValue()).isEqualTo("2026-01-31T12:00:00.123Z");
        assertThat(read.get("level").stringValue()).isEqualTo("ERROR");
        assertThat(read.get("logger").stringValue()).isEqualTo("io.sluice.server.Server");
        assertThat(read.get("message").stringValue()).isEqualTo("a \"b\"\n\u2028");
        assertThat(read.get("trace").stringValue()).startsWith("java.lang.IllegalStateException: broken");
    }
}
