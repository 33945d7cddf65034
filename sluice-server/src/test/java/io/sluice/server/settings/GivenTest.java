package io.sluice.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.CounterMemory;
import io.sluice.rules.RuleSet;
import io.sluice.rules.ServerSection;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.bounds.ByteBudget;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.limits.ExampleRules;
import io.sluice.server.limits.SnapshotSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GivenTest {
    private static Given given(Map<Setting, String> flags, Map<String, String> environment, Map<Setting, String> file) {
        return new Given(flags, environment::get, file);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void aFlagGoesBeforeTheEnvironmentThatBeforeTheFileAndThatBeforeTheDefault(Setting setting) {
        Map<Setting, String> flags = Map.of(setting, "flag");
        Map<String, String> environment = Map.of(setting.variable(), "environment");
        Map<Setting, String> file = Map.of(setting, "file");
        Given all = given(flags, environment, file);
        assertThat(all.text(setting)).isEqualTo("flag");
        assertThat(all.where(setting)).isEqualTo(setting.flag());
        Given withoutFlag = given(Map.of(), environment, file);
        assertThat(withoutFlag.text(setting)).isEqualTo("environment");
        assertThat(withoutFlag.where(setting)).isEqualTo(setting.variable());
        Given fileOnly = given(Map.of(), Map.of(), file);
        assertThat(fileOnly.text(setting)).isEqualTo("file");
        assertThat(fileOnly.where(setting)).startsWith("server.");
        assertThat(given(Map.of(), Map.of(), Map.of()).text(setting)).isEqualTo(setting.standard());
    }

    @Test
    void anEmptyVariableSaysNothing() {
        assertThat(given(Map.of(), Map.of("SLUICE_PORT", ""), Map.of()).text(Setting.PORT))
                .isEqualTo("8080");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PORT           | 65536  | SLUICE_PORT is 65536; give 0 to 65535, or off",
                "ADMIN_PORT     | x      | SLUICE_ADMIN_PORT is x; give 0 to 65535, or off",
                "THREADS        | 0      | SLUICE_THREADS is 0; give a whole number from 1 to 1024",
                "THREADS        | 1025   | SLUICE_THREADS is 1025; give a whole number from 1 to 1024",
                "LIMITS_CONNECTIONS | 10000001 | SLUICE_LIMITS_CONNECTIONS is 10000001; give a whole number from 1 to 10000000",
                "LIMITS_HEADERS | 10001  | SLUICE_LIMITS_HEADERS is 10001; give a whole number from 1 to 10000",
                "LIMITS_STREAMS | 100001 | SLUICE_LIMITS_STREAMS is 100001; give a whole number from 1 to 100000",
                "LIMITS_UPSTREAM_CONNECTIONS | 0 | SLUICE_LIMITS_UPSTREAM_CONNECTIONS is 0; give a whole number from 1 to 10000000",
                "LIMITS_HEAD    | 1      | SLUICE_LIMITS_HEAD is 1; write 1KB to 1MB",
                "LIMITS_HEAD    | 2MB    | SLUICE_LIMITS_HEAD is 2MB; write 1KB to 1MB",
                "TIMEOUTS_HEAD  | 0      | SLUICE_TIMEOUTS_HEAD is 0; write 100ms, 5s, 15m or 2h",
                "TIMEOUTS_BODY  | 0      | SLUICE_TIMEOUTS_BODY is 0; write 100ms, 5s, 15m or 2h",
                "TIMEOUTS_KEEP_ALIVE | 0 | SLUICE_TIMEOUTS_KEEP_ALIVE is 0; write 100ms, 5s, 15m or 2h",
                "REDIS          | http://x | SLUICE_REDIS: http://x does not begin with redis://; write redis://host:6379, rediss://user:password@host:6379,"
                        + " redis-sentinel://host:26379,host:26379#master or redis-cluster://host:6379,host:6379",
                "DRAIN          | 10     | SLUICE_DRAIN is 10; write 100ms, 5s, 15m or 2h",
                "LOG            | xml    | SLUICE_LOG is xml; give text or json",
                "HTTP2          | maybe  | SLUICE_HTTP2 is maybe; give true or false",
                "LIMITS_HEAD    | 1TB    | SLUICE_LIMITS_HEAD is 1TB; write a size such as 16KB",
                "LIMITS_HEAD    | 999999999MB | SLUICE_LIMITS_HEAD is 999999999MB; write 1KB to 1MB",
                "TRANSPORT      | smoke  | SLUICE_TRANSPORT: no transport is called smoke; use epoll, io-uring or nio",
                "UPSTREAM       | ,      | SLUICE_UPSTREAM: an empty text is no target; write http://host:port, https://host, h2c://host:port or h2://host",
                "TLS_KEY        | a.pem  | TLS takes both --tls-certificate and --tls-key; give the other one too"
            })
    void namesThePlaceAndWhatWouldBeRight(Setting setting, String value, String message) {
        Given given = given(Map.of(), Map.of(setting.variable(), value), Map.of());
        assertThatThrownBy(() -> ServerSettings.of(null, ExampleRules.of("5/s"), given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @EnumSource(names = {"UPSTREAM", "TRANSPORT", "PORT"})
    void anEmptyFlagIsNotTakenForNone(Setting setting) {
        Given given = given(Map.of(setting, ""), Map.of(), Map.of());
        assertThatThrownBy(() -> ServerSettings.of(null, ExampleRules.of("5/s"), given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(setting.flag());
    }

    @Test
    void theFilesTimesMayBeAsLongAsItMaySay() {
        RuleFile read = RuleFile.parse("""
                version: 1
                rules: { all: { limit: 5/s } }
                server: { drain: 366d, timeouts: { head: 366d, body: 12d, keep-alive: 366d, delay: 366d, request: 366d } }
                """, Path.of("rules.yaml"));
        RuleSet rules =
                Objects.requireNonNull(read.rules(), () -> read.problems().toString());
        ServerSettings settings =
                ServerSettings.of(null, rules, given(Map.of(), Map.of(), FileSettings.of(rules.server())));
        assertThat(settings.drain()).hasDays(366);
        assertThat(settings.times())
                .isEqualTo(new ServerSettings.Times(
                        Duration.ofDays(366),
                        Duration.ofDays(12),
                        Duration.ofDays(366),
                        Duration.ofDays(366),
                        Duration.ofDays(366)));
    }

    @Test
    void theEndAndDelaysMayTakeNoTime() {
        Map<Setting, String> flags = Map.of(Setting.DRAIN, "0", Setting.TIMEOUTS_DELAY, "0");
        ServerSettings settings = ServerSettings.of(null, ExampleRules.of("5/s"), given(flags, Map.of(), Map.of()));
        assertThat(settings.drain()).isZero();
        assertThat(settings.times().delay()).isZero();
    }

    @Test
    void readsWhatHoldsUnlessSaid() {
        ServerSettings settings = ServerSettings.of(null, ExampleRules.of("5/s"), given(Map.of(), Map.of(), Map.of()));
        assertThat(settings.ports())
                .isEqualTo(new ServerSettings.Ports("127.0.0.1", 8080, 8081, 6380, "127.0.0.1", 9090));
        assertThat(settings.drain()).hasSeconds(10);
        int connections = DoorBounds.defaultConnections();
        assertThat(settings.limits())
                .isEqualTo(new ServerSettings.Limits(
                        DoorBounds.defaultGatewayConnections(),
                        0,
                        connections,
                        connections,
                        100,
                        ByteBudget.defaultBytes(),
                        16_384,
                        100,
                        100,
                        0,
                        4_096,
                        CounterMemory.defaultLimit()));
        assertThat(settings.tls()).isNull();
    }

    @Test
    void aDoorCanStayShut() {
        Map<Setting, String> flags = new EnumMap<>(Map.of(Setting.RESP_PORT, "off"));
        assertThat(ServerSettings.of(null, ExampleRules.of("5/s"), given(flags, Map.of(), Map.of()))
                        .ports()
                        .resp())
                .isNull();
    }

    @Test
    void everySettingOfTheFileIsRead(@TempDir Path folder) throws Exception {
        for (String pem : new String[] {"cert.pem", "key.pem", "ca.pem"}) {
            String kind = pem.equals("key.pem") ? "PRIVATE KEY" : "CERTIFICATE";
            Files.writeString(folder.resolve(pem), "-----BEGIN " + kind + "-----\n-----END " + kind + "-----\n");
        }
        RuleFile read = RuleFile.parse("""
                version: 1
                rules: { all: { limit: 5/s } }
                server:
                  host: 127.0.0.2
                  port: 1
                  api-port: 2
                  resp-port: 3
                  admin-port: 4
                  admin: { host: 127.0.0.3, token: 0123456789abcdef }
                  resp: { password: secret }
                  tls: { certificate: cert.pem, key: key.pem, client-ca: ca.pem }
                  http2: false
                  proxy-protocol: [10.0.0.0/8]
                  access-log: stdout
                  log: json
                  transport: nio
                  threads: 3
                  drain: 20s
                  snapshot: { file: counters, every: 6s }
                  timeouts: { head: 1s, body: 2s, keep-alive: 3s, delay: 4s, request: 5s }
                  limits: { connections: 5, connections-per-address: 6, api-connections: 10, resp-connections: 11, admin-connections: 12, memory: 3GB, head: 8KB, headers: 7, streams: 8, requests-per-connection: 9, upstream-connections: 13, counters: 14MB }
                """, folder.resolve("rules.yaml"));
        RuleSet rules =
                Objects.requireNonNull(read.rules(), () -> read.problems().toString());
        Map<Setting, String> file = FileSettings.of(rules.server());
        assertThat(file.keySet())
                .isEqualTo(EnumSet.complementOf(
                        EnumSet.of(Setting.RULES, Setting.LIMIT, Setting.UPSTREAM, Setting.REDIS)));
        ServerSettings settings = ServerSettings.of(null, rules, given(Map.of(), Map.of(), file));
        assertThat(settings.ports()).isEqualTo(new ServerSettings.Ports("127.0.0.2", 1, 2, 3, "127.0.0.3", 4));
        assertThat(settings.adminToken()).isEqualTo("0123456789abcdef");
        assertThat(settings.respPassword()).isEqualTo("secret");
        assertThat(Objects.requireNonNull(settings.tls()).key()).isEqualTo(folder.resolve("key.pem"));
        assertThat(settings.http2()).isFalse();
        assertThat(settings.proxyProtocol()).hasToString("[10.0.0.0/8]");
        assertThat(settings.accessLog()).isEqualTo("stdout");
        assertThat(settings.threads()).isEqualTo(3);
        assertThat(settings.drain()).hasSeconds(20);
        assertThat(settings.snapshot())
                .isEqualTo(new SnapshotSettings(folder.resolve("counters"), Duration.ofSeconds(6)));
        assertThat(settings.times().delay()).hasSeconds(4);
        assertThat(settings.limits())
                .isEqualTo(new ServerSettings.Limits(5, 6, 10, 11, 12, 3L << 30, 8_192, 7, 8, 9, 13, 14L << 20));
    }

    @Test
    void aFileThatSaysNothingOfTheServerSaysNothing() {
        assertThat(FileSettings.of(ServerSection.EMPTY)).isEmpty();
        assertThat(FileSettings.name(Setting.ADMIN_TOKEN)).isEqualTo("server.admin.token");
        assertThat(FileSettings.name(Setting.ADMIN_PORT)).isEqualTo("server.admin-port");
        assertThat(FileSettings.name(Setting.TIMEOUTS_KEEP_ALIVE)).isEqualTo("server.timeouts.keep-alive");
    }
}
