package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisCommandsTest {
    @Test
    void readsWhatAServerSaysOfItsAnswers() throws IOException {
        assertThat(RedisCommands.read(List.of("$60", "# Stats", "cell_allowed:600000", "cell_refused:7", "", "+OK")))
                .isEqualTo(new RedisCommands.Answered(600_000, 7));
    }

    @Test
    void aServerThatDoesNotCountIsNotMeasured() {
        assertThatThrownBy(() -> RedisCommands.read(List.of("-ERR unknown command")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cell_allowed");
    }
}
