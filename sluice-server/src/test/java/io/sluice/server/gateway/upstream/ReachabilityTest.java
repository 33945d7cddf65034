package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import io.sluice.core.ManualClock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReachabilityTest {
    private static final Exception REFUSED = new ConnectException("Connection refused: /127.0.0.1:1");
    private static final Exception LATE = new SocketTimeoutException("timeout awaiting head");

    private final ManualClock clock = new ManualClock();
    private final Reachability reachability = new Reachability("app", clock);
    private final Logger logger = Logger.getLogger(Reachability.class.getName());
    private final Queue<String> levels = new ConcurrentLinkedQueue<>();
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord record) {
            levels.add(record.getLevel().getName());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(listening);
    }

    @AfterEach
    void forget() {
        logger.removeHandler(listening);
    }

    @Test
    void isDownAtOnceWithoutAConnection() {
        reachability.failed(REFUSED);
        assertThat(reachability.isDown()).isTrue();
        assertThat(reachability.lastFailure()).isEqualTo("connect refused");
        reachability.answered();
        assertThat(reachability.isDown()).isFalse();
        assertThat(reachability.lastFailure()).isEmpty();
    }

    @Test
    void isDownAfterThreeFailuresInARow() {
        for (int i = 0; i < 10; i++) {
            reachability.failed(LATE);
            reachability.failed(LATE);
            assertThat(reachability.isDown()).isFalse();
            reachability.answered();
        }
        assertThat(levels).isEmpty();
        reachability.failed(LATE);
        reachability.failed(LATE);
        reachability.failed(LATE);
        assertThat(reachability.isDown()).isTrue();
        assertThat(levels).containsExactly("WARNING");
    }

    @Test
    void isLoggedSeldomWhenItComesAndGoes() {
        for (int i = 0; i < 1_000; i++) {
            reachability.failed(REFUSED);
            reachability.answered();
        }
        assertThat(levels).containsExactly("WARNING", "INFO");
        clock.advance(Duration.ofSeconds(10));
        reachability.failed(REFUSED);
        reachability.failed(REFUSED);
        assertThat(levels).containsExactly("WARNING", "INFO", "WARNING");
    }

    @Test
    void causesAreShort() {
        assertThat(FailureCause.of(new ConnectTimeoutException("connection timed out: /1")))
                .isEqualTo("connect timeout");
        assertThat(FailureCause.of(
                        new IOException("recvAddress(..) failed with error(-104): Connection reset by peer")))
                .isEqualTo("connection reset");
        assertThat(FailureCause.of(new ConnectException(
                        "finishConnect(..) failed with error(-111): Connection refused: localhost/127.0.0.1:1")))
                .isEqualTo("connect refused");
        assertThat(FailureCause.of(new SSLHandshakeException("no cipher"))).isEqualTo("tls: no cipher");
        assertThat(FailureCause.of(new ClosedChannelException())).isEqualTo("connection closed");
        assertThat(FailureCause.of(new IOException("x".repeat(500)))).hasSize(120);
    }
}
