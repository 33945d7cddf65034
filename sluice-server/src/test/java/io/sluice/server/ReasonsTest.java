package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.limits.ExampleRules;
import io.sluice.server.net.Reasons;
import io.sluice.server.settings.Given;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReasonsTest {
    @TempDir
    Path folder;

    private void assertDoesNotStart(Map<Setting, String> said, String message) {
        Map<Setting, String> flags = new EnumMap<>(said);
        for (Setting port : new Setting[] {Setting.PORT, Setting.API_PORT, Setting.RESP_PORT, Setting.ADMIN_PORT}) {
            flags.put(port, "0");
        }
        Given given = new Given(flags, name -> null, Map.of());
        ServerSettings settings = ServerSettings.of(null, ExampleRules.of("5/s"), given);
        assertThatThrownBy(() -> Server.start(settings))
                .isInstanceOf(CannotStartException.class)
                .hasMessage(message);
    }

    @Test
    void aCertificateThatIsNotThereIsSaidToBeMissing() {
        String file = folder.resolve("none.pem").toString();
        assertDoesNotStart(
                Map.of(Setting.TLS_CERTIFICATE, file, Setting.TLS_KEY, file),
                "the gateway's certificate cannot be used (" + file
                        + ": no such file or folder); see --tls-certificate and --tls-key");
    }

    @Test
    void soIsTheFolderOfALog() {
        String file = folder.resolve("none/access.jsonl").toString();
        assertDoesNotStart(
                Map.of(Setting.ACCESS_LOG, file),
                "--access-log cannot be written (" + file
                        + ": no such file or folder); give a file in a folder that there is, or stdout");
    }

    @Test
    void whatIsForbiddenIsSaidToBe() {
        assertThat(Reasons.of(new AccessDeniedException("key.pem"))).isEqualTo("key.pem: permission denied");
        assertThat(Reasons.of(new IOException("the disk is full"))).isEqualTo("the disk is full");
    }
}
