package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RootCauseTest {
    @Test
    void isWhatTheSystemSaid() {
        IOException refused = new IOException("finishConnect(..) failed with error(-111): Connection refused");
        assertThat(RootCause.of(new IllegalStateException("Unable to connect", refused)))
                .isEqualTo("Connection refused");
    }

    @Test
    void isTheInnermostMessageThatThereIs() {
        Exception wordless = new IllegalStateException("WRONGPASS invalid password", new IOException());
        assertThat(RootCause.of(wordless)).isEqualTo("WRONGPASS invalid password");
        assertThat(RootCause.of(new IOException())).isEqualTo("IOException");
        assertThat(RootCause.of(new IOException("Not connected. Rejected."))).isEqualTo("Not connected. Rejected");
    }
}
