package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A door that closes answers what it was asked before. */
class DrainTest {
    private static final String RULES = "rules: { all: { limit: 2/min } }";
    private static final String AUTHORIZE = "GET /v1/authorize HTTP/1.1\r\nHost: sluice\r\nX-Original-URI: /\r\n\r\n";
    private static final String CHECK =
            "POST /v1/check HTTP/1.1\r\nHost: sluice\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n{\"limit\":\"9/s\",\"key\":\"a\"}";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Answers when it is told to. */
    private static final class SlowStore implements Store {
        private final Store memory = Store.memory();
        private final BlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();

        @Override
        public CompletionStage<Answer> ask(Question question) {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            asked.add(() -> memory.ask(question).thenAccept(answer::complete));
            return answer;
        }

        Runnable next() throws InterruptedException {
            Runnable next = asked.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(next).as("what was asked").isNotNull();
            return next;
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
    void waitsForDecisionsUnderWay() throws Exception {
        SlowStore store = new SlowStore();
        try (ApiScene scene = new ApiScene(RULES, store)) {
            drained(scene, store).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<Void> drained(ApiScene scene, SlowStore store) throws Exception {
        try (RawClient silent = new RawClient(scene.port());
                RawClient idle = new RawClient(scene.port());
                RawClient authorizing = new RawClient(scene.port());
                RawClient checking = new RawClient(scene.port())) {
            idle.send("GET / HTTP/1.1\r\nHost: sluice\r\n\r\n");
            assertThat(idle.answer()).startsWith("HTTP/1.1 200");
            authorizing.send(AUTHORIZE);
            Runnable authorize = store.next();
            checking.send(CHECK);
            Runnable check = store.next();
            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(() -> scene.door().drain(PATIENCE));
            assertThat(idle.isClosed()).isTrue();
            assertThat(silent.isClosed()).isTrue();
            assertThat(drained).isNotDone();

            authorize.run();
            assertThat(authorizing.answer())
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close\r\n", "RateLimit: \"all\";r=1");
            assertThat(authorizing.isClosed()).isTrue();
            assertThat(drained).isNotDone();
            check.run();
            assertThat(checking.answer()).startsWith("HTTP/1.1 200").contains("\"remaining\":8");
            return drained;
        }
    }

    @Test
    void doesNotWaitForEver() throws Exception {
        SlowStore store = new SlowStore();
        try (ApiScene scene = new ApiScene(RULES, store);
                RawClient client = new RawClient(scene.port())) {
            client.send(AUTHORIZE);
            store.next();
            scene.door().drain(Duration.ofMillis(50));
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void takesNobodyNew() throws IOException {
        try (ApiScene scene = new ApiScene(RULES)) {
            int port = scene.port();
            scene.door().drain(PATIENCE);
            assertThatThrownBy(() -> new RawClient(port)).isInstanceOf(IOException.class);
        }
    }
}
