package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import org.junit.jupiter.api.Test;

/** Requests that came together, while time passes. */
class MemoryCellsTest {
    /** A millisecond between any two looks. */
    private static final class RunningClock implements Clock {
        private long nanos;

        @Override
        public long nanos() {
            nanos += 1_000_000;
            return nanos;
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            throw new UnsupportedOperationException("nobody waits here");
        }
    }

    private final MemoryCells cells = new MemoryCells(new RunningClock(), 1_000);
    private final Throttle throttle = new Throttle();

    private String ask(String quantity) {
        throttle.read(TestRequest.of("CL.THROTTLE", "key", "4", "1", "60", quantity), 0);
        Replies out = new Replies();
        assertThat(cells.decide(throttle, out)).isNull();
        return TestRequest.text(out)
                .replace("*5\r\n:", "")
                .replace("\r\n:", " ")
                .trim();
    }

    @Test
    void haveAllThatANewKeyHas() {
        throttle.at(cells.nanos());
        for (int left = 4; left >= 0; left--) {
            assertThat(ask("1")).startsWith("0 5 " + left + " -1 ");
        }
        assertThat(ask("1")).isEqualTo("1 5 0 60 300");
    }

    @Test
    void haveWhatWasGivenBackAmongThem() {
        throttle.at(cells.nanos());
        ask("5");
        ask("-2");
        assertThat(ask("1")).startsWith("0 5 1 -1 ");
        assertThat(ask("1")).startsWith("0 5 0 -1 ");
    }
}
