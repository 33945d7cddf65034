package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.net.Loops;
import io.sluice.testkit.Programs;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Programs and libraries that people use with Redis: each is allowed, refused with the numbers, and allowed again. */
class RespClientsIT {
    /** Asks {@code CL.THROTTLE key 1 2 60} once, and tells the numbers as text. */
    private interface Client {
        String ask() throws Exception;
    }

    /** Where {@code .ci/run} has put what npm installs. */
    private static final Path NODE = Path.of(System.getProperty("user.home"), ".cache", "sluice-node", "node_modules");

    /** The system's, which is the one that Debian installs modules for. */
    private static final String PYTHON = "/usr/bin/python3";

    private final ManualClock clock = new ManualClock();
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final RespServer server = RespServer.start(
            RespSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .withPassword("s3cret"),
            Store.memory(clock),
            DoorBounds.none(),
            loops);
    private final String port = Integer.toString(server.address().getPort());

    @AfterEach
    void stop() {
        server.close();
        loops.close();
    }

    private void serves(Client client) throws Exception {
        assertThat(client.ask()).isEqualTo("0 2 1 -1 30");
        assertThat(client.ask()).isEqualTo("0 2 0 -1 60");
        assertThat(client.ask()).isEqualTo("1 2 0 30 60");
        clock.advance(Duration.ofSeconds(29));
        assertThat(client.ask()).isEqualTo("1 2 0 1 31");
        clock.advance(Duration.ofSeconds(1));
        assertThat(client.ask()).isEqualTo("0 2 0 -1 60");
    }

    @Test
    void servesRedisCli() throws Exception {
        Programs.find("redis-cli", "apt-get install redis-tools");
        serves(() ->
                run("redis-cli", "-p", port, "-a", "s3cret", "--no-auth-warning", "CL.THROTTLE", "k", "1", "2", "60"));
        assertThat(run("redis-cli", "-3", "-p", port, "-a", "s3cret", "--no-auth-warning", "PING"))
                .isEqualTo("PONG");
    }

    @Test
    void servesRedisPy() throws Exception {
        String program = "import redis; r = redis.Redis(port=" + port
                + ", password='s3cret'); print(*r.execute_command('CL.THROTTLE', 'k', 1, 2, 60))";
        if (run(PYTHON, "-c", "import redis").contains("No module")) {
            Programs.missing("redis-py", "apt-get install python3-redis");
        }
        serves(() -> run(PYTHON, "-c", program));
    }

    @Test
    void servesIoredis() throws Exception {
        if (!Files.isDirectory(NODE.resolve("ioredis"))) {
            Programs.missing("ioredis", "npm install --prefix " + NODE.getParent() + " ioredis");
        }
        String program = "const Redis = require('" + NODE.resolve("ioredis") + "');"
                + "const r = new Redis({port: " + port + ", password: 's3cret'});"
                + "r.call('CL.THROTTLE', 'k', 1, 2, 60).then(a => { console.log(a.join(' ')); r.disconnect(); });";
        serves(() -> run("node", "-e", program));
    }

    @Test
    void servesJedis() throws Exception {
        try (Jedis jedis = new Jedis("127.0.0.1", server.address().getPort())) {
            jedis.auth("s3cret");
            jedis.clientSetname("web");
            assertThat(jedis.clientGetname()).isEqualTo("web");
            assertThat(jedis.ping()).isEqualTo("PONG");
            serves(() -> numbers((List<?>)
                    jedis.sendCommand(() -> "CL.THROTTLE".getBytes(StandardCharsets.US_ASCII), "k", "1", "2", "60")));
        }
    }

    @Test
    void servesLettuce() throws Exception {
        RedisClient client = RedisClient.create("redis://s3cret@127.0.0.1:" + port);
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            assertThat(connection.sync().ping()).isEqualTo("PONG");
            assertThat(connection.sync().info("server")).contains("redis_version");
            serves(() -> numbers(connection
                    .sync()
                    .dispatch(
                            new Word("CL.THROTTLE"),
                            new ArrayOutput<>(StringCodec.UTF8),
                            new CommandArgs<>(StringCodec.UTF8)
                                    .addKey("k")
                                    .add(1)
                                    .add(2)
                                    .add(60))));
        } finally {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    private record Word(String text) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static String numbers(List<?> reply) {
        return String.join(" ", reply.stream().map(String::valueOf).toList());
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return said.strip().replace("\n", " ");
        } finally {
            process.destroyForcibly();
        }
    }
}
