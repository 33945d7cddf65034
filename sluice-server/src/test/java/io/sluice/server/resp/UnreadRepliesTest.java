package io.sluice.server.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.server.Withheld;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that asks and asks, while its replies cannot leave. */
class UnreadRepliesTest {
    private static final int MANY = 5_000;

    private final CompletableFuture<Answer> late = new CompletableFuture<>();
    private final Cells cells = new StoreCells(new Store() {
        @Override
        public CompletionStage<Answer> ask(Question question) {
            return late;
        }

        @Override
        public Clock clock() {
            return new ManualClock();
        }

        @Override
        public void close() {}
    });
    private final EmbeddedChannel channel = new EmbeddedChannel(new RespConnection(
            cells, new Commands(new Login(Optional.empty()), new InfoText(cells), () -> 1), new Session(7, false)));

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private List<Integer> sent() {
        List<Integer> sizes = new ArrayList<>();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            sizes.add(out.readableBytes());
            out.release();
        }
        return sizes;
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, ISO_8859_1));
    }

    @Test
    void repliesLeaveBeforeADoorThatDrainsCloses() {
        Withheld client = new Withheld();
        channel.pipeline().addFirst(client);
        send("PING\r\n");
        ChannelHandlerContext ctx = channel.pipeline().context(RespConnection.class);
        ((RespConnection) ctx.handler()).end(ctx);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        client.read();
        assertThat(sent()).startsWith("+PONG\r\n".length());
        channel.advanceTimeBy(2, TimeUnit.SECONDS); // it is read a little longer, so that nothing is reset
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void repliesBehindOneThatIsLateAreNotMany() {
        send("COMMAND\r\n");
        int one = sent().get(0);
        send(Talk.command("cl.throttle", "a", "9", "1", "1") + "COMMAND\r\n".repeat(MANY));
        assertThat(sent()).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        late.complete(Answer.of(Decision.allowed(Limit.perSecond(10), 1, 9, 0, 0)));
        channel.runPendingTasks();
        List<Integer> sizes = sent();
        assertThat(sizes).allMatch(size -> size < 128 * 1_024);
        assertThat(sizes.stream().mapToInt(size -> size).sum())
                .isEqualTo(one * MANY + "*5\r\n:0\r\n:10\r\n:9\r\n:-1\r\n:0\r\n".length());
        assertThat(channel.config().isAutoRead()).isTrue();
    }
}
