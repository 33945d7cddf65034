package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No provider is on the class path of this module. */
class StoreProviderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis://:secret@localhost | redis | add the artifact io.sluice:sluice-redis, in the version of io.sluice:sluice-core",
                "rediss-cluster://a,b | rediss-cluster | add the artifact io.sluice:sluice-redis, in the version of io.sluice:sluice-core",
                "etcd://localhost | etcd | add an artifact that has a io.sluice.core.StoreProvider for it"
            })
    void anArtifactThatIsMissingIsNamed(String url, String scheme, String advice) {
        StoreProvider.Settings settings =
                new StoreProvider.Settings(url, "strict", "local", Duration.ofMillis(20), null, "sluice:", 3);
        assertThatThrownBy(() -> StoreProvider.find(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nothing on the class path can open a store with a URL that begins with " + scheme + ":; "
                        + advice);
    }
}
