package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A store that takes its time, as one across the network does, holds up nobody but the client that waits for it. */
class LateDecisionTest {
    private static final String TWO = "version: 1\nrules:\n  all: { match: /limited, per: ip, limit: 2/day }\n";

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final Queue<Verb> verbs = new ConcurrentLinkedQueue<>();
    private final RawUpstream upstream = RawUpstream.start(request -> {
        request.body();
        return request.ok(request.line());
    });

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private GatewayScene scene() {
        return GatewayScene.inFrontOf(upstream).rules(TWO).store(Late::new).start();
    }

    /** Answers on another thread, when the test lets it. */
    private final class Late implements Store {
        private final Store memory;

        Late(Store memory) {
            this.memory = memory;
        }

        @Override
        public CompletionStage<Answer> ask(Question question) {
            verbs.add(question.verb());
            asked.incrementAndGet();
            return CompletableFuture.supplyAsync(() -> {
                        try {
                            mayAnswer.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return question;
                    })
                    .thenCompose(memory::ask);
        }

        @Override
        public Clock clock() {
            return memory.clock();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    @Test
    void pipelinedRequestsWaitForTheDecisionAndOthersDoNot() throws Exception {
        try (GatewayScene scene = scene();
                RawClient waiting = scene.connect();
                RawClient other = scene.connect()) {
            StringBuilder requests = new StringBuilder();
            for (int i = 1; i <= 3; i++) {
                requests.append("POST /limited HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
            }
            waiting.send(requests.toString());
            GatewayScene.until("the store is asked", () -> asked.get() == 1);
            assertThat(other.get("/free").status()).isEqualTo(200);
            mayAnswer.countDown();
            assertThat(waiting.reply().status()).isEqualTo(200);
            assertThat(waiting.reply().status()).isEqualTo(200);
            assertThat(waiting.reply().status()).isEqualTo(429);
        }
    }

    @Test
    void aClientThatLeftMeanwhileIsCharged() throws Exception {
        try (GatewayScene scene = scene()) {
            try (RawClient leaving = scene.connect()) {
                leaving.send("GET /limited HTTP/1.1\r\nHost: a\r\n\r\n");
                GatewayScene.until("the store is asked", () -> asked.get() == 1);
            }
            GatewayScene.until("it has left", () -> scene.gateway().counts().connections() == 0);
            mayAnswer.countDown();
            GatewayScene.until("it is over", () -> scene.gateway().counts().requestsUnderWay() == 0);
            assertThat(upstream.requests).isEmpty();
            try (RawClient client = scene.connect()) {
                assertThat(client.get("/limited").status()).isEqualTo(200);
                assertThat(client.get("/limited").status()).isEqualTo(429);
            }
        }
    }

    /** It would have waited, and the application never saw it. */
    @Test
    void aClientThatLeftMeanwhileAndWasToBeDelayedIsNotCharged() throws Exception {
        String slow = "version: 1\nrules: { slow: { per: ip, limit: 1/day, when-limited: { delay: { max: 2d } } } }\n";
        try (GatewayScene scene =
                GatewayScene.inFrontOf(upstream).rules(slow).store(Late::new).start()) {
            try (RawClient first = scene.connect();
                    RawClient leaving = scene.connect()) {
                first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                leaving.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                GatewayScene.until("the store is asked", () -> asked.get() == 2);
            }
            GatewayScene.until("both have left", () -> scene.gateway().counts().connections() == 0);
            mayAnswer.countDown();
            GatewayScene.until("it is over", () -> scene.gateway().counts().requestsUnderWay() == 0);
            GatewayScene.until("one came back", () -> verbs.contains(Verb.CANCEL));
            assertThat(verbs).containsOnlyOnce(Verb.CANCEL).doesNotContain(Verb.REFUND);
        }
    }
}
