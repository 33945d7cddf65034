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
                .isEqualTo("redis://***@db:6379 does not answer: no answer in time;"
                        + " give the URL of a Redis that runs with --store");
        assertThat(said(new IllegalStateException("NOAUTH Authentication required.")))
                .contains("does not answer: NOAUTH Authentication required.;")
                .doesNotContain("cr@et");
    }
}
