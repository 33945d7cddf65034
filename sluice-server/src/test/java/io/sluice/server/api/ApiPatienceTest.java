package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.bounds.ByteBudget;
import io.sluice.server.bounds.DoorBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a connection may say nothing, or not end what it says; in a time of its own, without a network. */
class ApiPatienceTest {
    private static final String HEAD = "GET / HTTP/1.1\r\nHost: sluice\r\n";

    private final Clock clock = new ManualClock();
    private final Store store = Store.memory(clock);
    private final RuleEngine engine = new RuleEngine(
            Objects.requireNonNull(
                    RuleFile.parse("version: 1\nrules: { a: { per: ip, limit: 1/s } }\n", Path.of("rules.yaml"))
                            .rules()),
            store);
    private EmbeddedChannel channel;

    @BeforeEach
    void connect() {
        Endpoints endpoints = new Endpoints(new CheckApi(engine, new InForce(engine), new GivenLimits(store), clock));
        channel = new EmbeddedChannel();
        channel.freezeTime();
        new DoorBounds(ByteBudget.unlimited(), 1, Duration.ofSeconds(30)).mark(channel);
        channel.pipeline()
                .addLast(new ApiConnection(
                        new HttpRules(engine, clock, Cors.NONE), endpoints, "192.0.2.1", () -> false));
    }

    @AfterEach
    void leave() {
        channel.finishAndReleaseAll();
        engine.close();
    }

    @Test
    void aConnectionWithoutRequestsIsClosedAfterTwoMinutes() {
        pass(119);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatDoesNotEndIsGivenUpAfterHalfAMinute() {
        send(HEAD);
        pass(29);
        assertThat(answer()).isEmpty();
        pass(1);
        assertThat(answer()).startsWith("HTTP/1.1 408");
        pass(30);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void howLongAConnectionWasIdleIsNoChargeAgainstItsNextRequest() {
        pass(104);
        send(HEAD);
        pass(10);
        assertThat(channel.isOpen()).isTrue();
        assertThat(send("\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void everyRequestMakesTheIdleTimeBeginAnew() {
        for (int i = 0; i < 3; i++) {
            pass(100);
            assertThat(send(HEAD + "\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    private String send(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, US_ASCII));
        return answer();
    }

    private String answer() {
        ByteBuf answer = channel.readOutbound();
        if (answer == null) {
            return "";
        }
        String text = answer.toString(US_ASCII);
        answer.release();
        return text;
    }

    @Test
    void nothingIsLeftToDoForAConnectionThatHasGone() {
        var unused = channel.pipeline().close();
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.runScheduledPendingTasks())
                .as("what is to be done keeps the connection in memory")
                .isEqualTo(-1);
    }
}
