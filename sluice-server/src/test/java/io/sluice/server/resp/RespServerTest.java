package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.server.Until;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Over a real network. */
class RespServerTest {
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);

    @AfterEach
    void stop() {
        loops.close();
    }

    private RespServer start(Store store) {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return RespServer.start(RespSettings.at(any), store, DoorBounds.none(), loops);
    }

    private static Socket connect(RespServer server) throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String receive(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** Answers when it is told to, in whatever order. */
    private static final class LateStore implements Store {
        private record Asked(Question question, CompletableFuture<Answer> answer) {}

        private final ConcurrentLinkedQueue<Asked> asked = new ConcurrentLinkedQueue<>();

        @Override
        public CompletionStage<Answer> ask(Question question) {
            Asked one = new Asked(question, new CompletableFuture<>());
            asked.add(one);
            return one.answer;
        }

        @Override
        public Clock clock() {
            return new ManualClock();
        }

        @Override
        public void close() {}

        /** From the last to the first, each with what it was asked for as what is left. */
        void answerBackwards() {
            List<Asked> all = new ArrayList<>(asked);
            Collections.reverse(all);
            for (Asked one : all) {
                Limit limit = one.question.charges().get(0).limits().limits().get(0);
                long permits = one.question.charges().get(0).permits();
                Decision decision =
                        Decision.allowed(limit, permits, limit.capacity() - permits, permits * 1_000_000_000, 0);
                one.answer.complete(Answer.of(decision));
            }
        }
    }

    @Test
    void keepsTheOrderOfRequestsWhenTheStoreDoesNot() throws Exception {
        LateStore store = new LateStore();
        try (RespServer server = start(store);
                Socket socket = connect(server)) {
            StringBuilder requests = new StringBuilder();
            StringBuilder replies = new StringBuilder();
            for (int i = 1; i <= 9; i++) {
                requests.append(Talk.command("cl.throttle", "a", "9", "1", "1", Integer.toString(i)));
                requests.append(Talk.command("PING", Integer.toString(i)));
                replies.append("*5\r\n:0\r\n:10\r\n:")
                        .append(10 - i)
                        .append("\r\n:-1\r\n:")
                        .append(i)
                        .append("\r\n");
                replies.append("$1\r\n").append(i).append("\r\n");
            }
            send(socket, requests.toString());
            Until.holds(() -> store.asked.size() == 9);
            store.answerBackwards();
            assertThat(receive(socket, replies.length())).isEqualTo(replies.toString());
        }
    }

    @Test
    void answersWhatWasAskedBeforeItCloses() throws Exception {
        LateStore store = new LateStore();
        try (RespServer server = start(store);
                Socket socket = connect(server);
                Socket idle = connect(server)) {
            send(socket, Talk.command("cl.throttle", "a", "9", "1", "1", "3"));
            send(idle, Talk.command("PING"));
            assertThat(receive(idle, 7)).isEqualTo("+PONG\r\n");
            Until.holds(() -> store.asked.size() == 1);
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> server.drain(Duration.ofSeconds(20)));
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
            assertThat(drained).isNotDone();
            store.answerBackwards();
            String reply = "*5\r\n:0\r\n:10\r\n:7\r\n:-1\r\n:3\r\n";
            assertThat(receive(socket, reply.length())).isEqualTo(reply);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            drained.get();
        }
    }

    @Test
    void saysWhatWentWrongInTheStore() throws Exception {
        LateStore store = new LateStore();
        try (RespServer server = start(store);
                Socket socket = connect(server)) {
            send(socket, Talk.command("cl.throttle", "a", "9", "1", "1"));
            Until.holds(() -> store.asked.size() == 1);
            store.asked.forEach(one -> one.answer.completeExceptionally(new IllegalStateException("gone")));
            String reply = "-Cell error: Store error: gone\r\n";
            assertThat(receive(socket, reply.length())).isEqualTo(reply);
        }
    }

    @Test
    void doesNotReadFromWhoDoesNotRead() throws Exception {
        try (RespServer server = start(Store.memory(new ManualClock()));
                Socket socket = connect(server)) {
            String text = "x".repeat(1_000);
            String request = Talk.command("ECHO", text);
            String reply = "$1000\r\n" + text + "\r\n";
            int many = 40_000;
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendMany(socket, request, many));
            InputStream in = socket.getInputStream();
            for (int i = 0; i < many; i++) {
                assertThat(new String(in.readNBytes(reply.length()), StandardCharsets.ISO_8859_1))
                        .isEqualTo(reply);
            }
            sent.get();
        }
    }

    private static void sendMany(Socket socket, String request, int many) {
        try {
            for (int i = 0; i < many; i++) {
                send(socket, request);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void countsWhatItAnswered() throws Exception {
        try (RespServer server = start(Store.memory(new ManualClock()));
                Socket socket = connect(server)) {
            send(socket, Talk.command("cl.throttle", "a", "0", "1", "1").repeat(3));
            receive(socket, 73);
            assertThat(server.allowed()).isEqualTo(1);
            assertThat(server.refused()).isEqualTo(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
