package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.Withheld;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that asks and asks, and does not read. */
class UnreadAnswersTest {
    private static final String ASKED = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";

    private final Store store = Store.memory(new ManualClock());
    private final RuleEngine engine = new RuleEngine(
            Objects.requireNonNull(RuleFile.parse("version: 1\nrules:\n  all:\n    limit: 9/s\n", Path.of("r.yaml"))
                    .rules()),
            store);
    private final EmbeddedChannel channel = new EmbeddedChannel(new ApiConnection(
            new HttpRules(engine, store.clock(), Cors.NONE),
            new Endpoints(new CheckApi(engine, new InForce(engine), new GivenLimits(store), store.clock())),
            "127.0.0.1",
            () -> false));

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        engine.close();
    }

    private void reads(boolean really) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, really);
        channel.runPendingTasks();
    }

    private int answers() {
        int count = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            count += out.toString(US_ASCII).split("HTTP/1.1 200 OK", -1).length - 1;
            out.release();
        }
        return count;
    }

    @Test
    void isNotAnsweredUntilItDoes() {
        reads(false);
        channel.writeInbound(Unpooled.copiedBuffer(ASKED.repeat(500), US_ASCII));
        assertThat(answers()).isZero();
        assertThat(channel.config().isAutoRead()).isFalse();
        reads(true);
        assertThat(answers()).isEqualTo(500);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void isSentItsAnswersBeforeADoorThatDrainsCloses() {
        Withheld client = new Withheld();
        channel.pipeline().addFirst(client);
        channel.writeInbound(Unpooled.copiedBuffer(ASKED.repeat(3), US_ASCII));
        channel.pipeline().fireUserEventTriggered(Draining.NOW);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        client.read();
        assertThat(answers()).isEqualTo(3);
        for (int i = 0; i < 2; i++) { // it is read a little longer, so that nothing is reset
            channel.advanceTimeBy(2, TimeUnit.SECONDS);
            channel.runPendingTasks();
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void isAnsweredWhatWaitsHereWhenADoorDrains() {
        reads(false);
        channel.writeInbound(Unpooled.copiedBuffer(ASKED.repeat(2), US_ASCII));
        channel.pipeline().fireUserEventTriggered(Draining.NOW);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        reads(true);
        assertThat(answers()).isEqualTo(2);
    }

    @Test
    void isSentAnswersBeforeTheyAreMany() {
        channel.writeInbound(Unpooled.copiedBuffer(ASKED.repeat(500), US_ASCII));
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            assertThat(out.readableBytes()).isLessThan(128 * 1_024);
            out.release();
        }
    }
}
