package io.sluice.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnforeseenTest {
    private final Logger logger = Logger.getLogger(UnforeseenTest.class.getName());
    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(listening);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(listening);
        logger.setUseParentHandlers(true);
    }

    @Test
    void clientsThatGoAwayOrFallSilentOrSendNonsenseAreNotNews() {
        for (Throwable daily : new Throwable[] {
            new IOException("Connection reset by peer"),
            new ClosedChannelException(),
            ReadTimeoutException.INSTANCE,
            new DecoderException(new SSLException("not TLS")),
            Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "no frame")
        }) {
            Unforeseen.log(UnforeseenTest.class, daily);
        }
        assertThat(logged).isEmpty();
    }

    @Test
    void faultsOfOursAreLoggedWithTheirTrace() {
        IllegalStateException fault = new IllegalStateException("should not be");
        Unforeseen.log(UnforeseenTest.class, fault);
        assertThat(logged).extracting(LogRecord::getThrown).containsExactly(fault);
    }
}
