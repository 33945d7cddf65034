package io.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class StoreFailureTest {
    private static String said(Throwable cause) {
        return StoreFailure.of("redis://ann:se/cr@et@db:6379", new CompletionException(cause));
    }

    @Test
    void saysWhatHappenedAndWhatToDoWithoutThePassword() {
        assertThat(said(new TimeoutException()))
                .isEqualTo("redis://***@db:6379 gives no decisions: no answer within 30 s;"
                        + " give the URL of a Redis that runs with --store");
        assertThat(said(new IllegalStateException("NOAUTH Authentication required.")))
                .contains("gives no decisions: NOAUTH Authentication required.;")
                .doesNotContain("cr@et");
    }
}
