package io.sluice.server.gateway;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A target is waited for, but not for ever. */
class TargetPatienceTest {
    private static final int LONG = 600_000;

    private final EventLoop loop = new DefaultEventLoop();
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void close() {
        var unused = loop.shutdownGracefully();
    }

    private void given(UpstreamTimes times, Consumer<TargetPatience> doing) {
        loop.execute(() -> {
            TargetPatience patience = new TargetPatience(times, new Ticks(loop), () -> over.set(true));
            patience.connected();
            patience.begin();
            doing.accept(patience);
        });
    }

    @Test
    void theAnswerIsDueThoughTheLastOfTheBodyWasStuck() {
        given(new UpstreamTimes(LONG, 1, LONG, LONG, LONG), patience -> {
            patience.uploadIsStuck(true);
            patience.requestSent();
            patience.uploadIsStuck(false);
        });
        GatewayScene.until("the answer is not waited for any longer", over::get);
    }

    @Test
    void theTimesMayChangeBetweenTwoRequests() {
        given(new UpstreamTimes(LONG, LONG, LONG, LONG, LONG), patience -> {
            patience.requestSent();
            patience.isFree();
            patience.follow(new UpstreamTimes(LONG, 1, LONG, LONG, LONG));
            patience.begin();
            patience.requestSent();
        });
        GatewayScene.until("the answer is not waited for any longer", over::get);
    }

    @Test
    void aStuckUploadIsGivenUp() {
        given(new UpstreamTimes(LONG, LONG, 1, LONG, LONG), patience -> patience.uploadIsStuck(true));
        GatewayScene.until("the upload is given up", over::get);
    }
}
