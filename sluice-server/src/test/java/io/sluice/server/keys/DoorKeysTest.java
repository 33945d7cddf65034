package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.CannotStartException;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.keys.Shows;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where doors are, and what they ask of those who knock. */
class DoorKeysTest {
    private static final String TOKEN = "token-of-this-test";
    private static final int TRIES = 10;

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));

    @AfterEach
    void close() {
        upstream.close();
    }

    /** The first line of what a door says; to one that speaks no HTTP the second line sent is a mistake that comes too late to matter. */
    private static String said(RawClient client, String request) throws IOException {
        return client.send(request + "\r\nHost: localhost\r\n\r\n").line("\r\n").strip();
    }

    @ParameterizedTest
    @CsvSource({
        "gateway, http://127.0.0.2:,  GET / HTTP/1.1,              HTTP/1.1 200 OK",
        "api,     http://127.0.0.2:,  GET /v1/authorize/ HTTP/1.1, HTTP/1.1 200 OK",
        "resp,    redis://127.0.0.2:, PING,                        +PONG",
        "admin,   http://127.0.0.3:,  GET /healthz HTTP/1.1,       HTTP/1.1 200 OK"
    })
    @Shows({"server.host", "server.admin.host"})
    void listensWhereTold(String door, String url, String request, String answer) throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, "host: 127.0.0.2", "admin: { host: 127.0.0.3 }");
                RawClient client = scene.connect(door)) {
            assertThat(scene.door(door).url()).startsWith(url);
            assertThat(said(client, request)).isEqualTo(answer);
        }
    }

    @Test
    @Shows({"server.port", "server.api-port", "server.resp-port", "server.admin-port"})
    void eachDoorHasThePortItWasGiven() throws Exception {
        int[] ports = new int[4];
        try (ServerScene scene = onFreePorts(ports);
                RawClient resp = RawClient.to(ports[2])) {
            assertThat(scene.server.doors()).hasSize(4);
            assertThat(RawHttp.to(ports[0]).get("/").body()).isEqualTo("passed");
            assertThat(RawHttp.to(ports[1]).get("/v1/authorize/").status()).isEqualTo(200);
            assertThat(said(resp, "PING")).isEqualTo("+PONG");
            assertThat(RawHttp.to(ports[3]).get("/readyz").body()).isEqualTo("ready\n");
        }
    }

    /** Somebody else may take a port between the look and the start; then there are others. */
    private ServerScene onFreePorts(int[] ports) throws Exception {
        for (int i = 1; true; i++) {
            lookForPorts(ports);
            try {
                return ServerScene.with(
                        upstream,
                        folder,
                        "port: " + ports[0],
                        "api-port: " + ports[1],
                        "resp-port: " + ports[2],
                        "admin-port: " + ports[3]);
            } catch (CannotStartException taken) {
                if (i == TRIES) {
                    throw taken;
                }
            }
        }
    }

    private static void lookForPorts(int[] ports) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket first = new ServerSocket(0, 1, here);
                ServerSocket second = new ServerSocket(0, 1, here);
                ServerSocket third = new ServerSocket(0, 1, here);
                ServerSocket fourth = new ServerSocket(0, 1, here)) {
            int i = 0;
            for (ServerSocket each : List.of(first, second, third, fourth)) {
                ports[i++] = each.getLocalPort();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({TOKEN + ", 409", "another-token-than-this, 401"})
    @Shows("server.admin.token")
    void changesNeedTheToken(String token, int status) throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, "admin: { token: " + TOKEN + " }")) {
            RawHttp admin = RawHttp.to(scene.port("admin"));
            assertThat(admin.request("POST", "/api/reload", "Authorization: Bearer " + token, "Content-Length: 0")
                            .status())
                    .isEqualTo(status);
        }
    }

    @Test
    @Shows("server.resp.password")
    void redisClientsHaveToLogIn() throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, "resp: { password: open-sesame }");
                RawClient client = RawClient.to(scene.port("resp"))) {
            assertThat(client.send("PING\r\n").line("\r\n")).startsWith("-NOAUTH");
            assertThat(client.send("AUTH sesame\r\n").line("\r\n")).startsWith("-WRONGPASS");
            assertThat(client.send("AUTH open-sesame\r\n").line("\r\n")).isEqualTo("+OK\r\n");
            assertThat(client.send("PING\r\n").line("\r\n")).isEqualTo("+PONG\r\n");
        }
    }
}
