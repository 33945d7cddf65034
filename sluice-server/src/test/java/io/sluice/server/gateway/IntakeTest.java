package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** What has to wait is not added to, whoever has room meanwhile. */
class IntakeTest {
    private final Wire wire = new Wire(new SmallBuffers());
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            wire.in(context);
        }
    });
    private boolean takes;
    private final Intake intake = new Intake(wire, in -> {
        if (takes) {
            in.skipBytes(in.readableBytes());
        }
        return takes;
    });

    private boolean isReading() {
        return channel.config().isAutoRead();
    }

    @Test
    void nothingMoreIsReadWhileSomethingWaits() {
        intake.add(Unpooled.copiedBuffer("GET ", US_ASCII));
        intake.reading(true);
        assertThat(isReading()).as("room elsewhere is none for what waits").isFalse();
        takes = true;
        intake.goOn();
        assertThat(isReading()).isTrue();
    }

    @Test
    void withNothingWaitingReadingIsHeldBackAndGoesOn() {
        intake.reading(false);
        assertThat(isReading()).isFalse();
        intake.reading(true);
        assertThat(isReading()).isTrue();
    }
}
