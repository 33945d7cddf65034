package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.server.grpc.GrpcConnections;
import io.sluice.server.net.Loops;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a connection may leave open what it speaks. */
class PrefaceTest {
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final GrpcConnections grpc = GrpcConnections.start(loops.group());
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel.freezeTime();
        channel.pipeline().addLast(new Preface(grpc, () -> {
            throw new AssertionError("nobody spoke HTTP/1.1");
        }));
    }

    @AfterEach
    void leave() {
        channel.finishAndReleaseAll();
        grpc.close();
        loops.close();
    }

    @Test
    void whoSaysTooLittleIsGivenUpAfterHalfAMinute() {
        channel.writeInbound(Unpooled.copiedBuffer("PRI", US_ASCII));
        pass(29);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void nothingIsLeftToDoForAConnectionThatHasGone() {
        var unused = channel.pipeline().close();
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
    }
}
