package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutgoingTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    private final ChannelHandlerContext context = channel.pipeline().firstContext();
    private final Outgoing outgoing = new Outgoing();

    @AfterEach
    void leave() {
        channel.finishAndReleaseAll();
    }

    private void write(String text) {
        outgoing.buffer(context).writeCharSequence(text, US_ASCII);
    }

    @Test
    void answersThatAreWrittenTogetherLeaveTogether() {
        write("one");
        write("two");
        assertThat(outgoing.length()).isEqualTo(6);
        outgoing.send(context, false);
        context.flush();
        ByteBuf sent = channel.readOutbound();
        assertThat(sent.toString(US_ASCII)).isEqualTo("onetwo");
        sent.release();
        assertThat(outgoing.length()).isZero();
        assertThat(channel.<Object>readOutbound()).isNull();
    }

    @Test
    void afterTheLastTheClientHasTwoSecondsToRead() {
        channel.freezeTime();
        write("bye");
        outgoing.send(context, true);
        ByteBuf sent = channel.readOutbound();
        assertThat(sent.toString(US_ASCII)).isEqualTo("bye");
        sent.release();
        pass(1_999);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    private void pass(int millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    @Test
    void whatIsNotSentIsReleased() {
        write("lost");
        ByteBuf lost = outgoing.buffer(context);
        outgoing.drop();
        assertThat(lost.refCnt()).isZero();
        assertThat(outgoing.length()).isZero();
        outgoing.drop();
    }
}
