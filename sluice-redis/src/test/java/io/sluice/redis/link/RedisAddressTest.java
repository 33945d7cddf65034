package io.sluice.redis.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisAddressTest {
    private static String user(RedisURI uri) {
        return uri.getCredentialsProvider().resolveCredentials().block().getUsername();
    }

    @Test
    void alone() {
        RedisAddress address = RedisAddress.parse("redis://ann:secret@db.example:7000/3");
        RedisURI node = address.nodes().get(0);
        assertThat(address.kind()).isEqualTo(RedisAddress.Kind.ALONE);
        assertThat(node.getHost()).isEqualTo("db.example");
        assertThat(node.getPort()).isEqualTo(7000);
        assertThat(node.getDatabase()).isEqualTo(3);
        assertThat(user(node)).isEqualTo("ann");
        assertThat(node.isSsl()).isFalse();
    }

    @Test
    void overTls() {
        assertThat(RedisAddress.parse("rediss://localhost").nodes().get(0).isSsl())
                .isTrue();
        assertThat(RedisAddress.parse("rediss-cluster://a:1,b:2").nodes()).allMatch(RedisURI::isSsl);
    }

    @Test
    void sentinel() {
        RedisAddress address = RedisAddress.parse("redis-sentinel://:secret@a:1,b:2,c#main");
        RedisURI uri = address.nodes().get(0);
        assertThat(address.kind()).isEqualTo(RedisAddress.Kind.SENTINEL);
        assertThat(uri.getSentinelMasterId()).isEqualTo("main");
        assertThat(uri.getSentinels()).extracting(RedisURI::getPort).containsExactly(1, 2, 26379);
    }

    @Test
    void cluster() {
        RedisAddress address = RedisAddress.parse("redis-cluster://ann:secret@a:1,b");
        assertThat(address.kind()).isEqualTo(RedisAddress.Kind.CLUSTER);
        assertThat(address.nodes()).extracting(RedisURI::getHost).containsExactly("a", "b");
        assertThat(address.nodes()).extracting(RedisURI::getPort).containsExactly(1, 6379);
        assertThat(address.nodes()).extracting(RedisAddressTest::user).containsOnly("ann");
    }

    @Test
    void thePasswordIsNotShown() {
        assertThat(RedisAddress.parse("redis://ann:secret@db:1")).hasToString("redis://***@db:1");
        assertThatThrownBy(() -> RedisAddress.parse("redis-sentinel://ann:secret@db:1"))
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> RedisAddress.parse("redis://ann:secret word@db:1"))
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:6379, does not begin with redis://",
        "http://localhost, does not begin with redis://",
        "redis://, has no host",
        "redis://a:x, has a port that is not a number",
        "redis://a:0, has no port from 1 to 65535",
        "redis://a:65536, has no port from 1 to 65535",
        "redis://a/x, has a database that is not a number",
        "redis://:6379, has no host",
        "redis://a b, is not written as a URL",
        "redis-sentinel://a, does not name the master after #",
        "redis-sentinel://a#, does not name the master after #",
        "'redis-cluster://a,,b', has no host",
    })
    void whatIsWrongIsSaidWithWhatWouldBeRight(String url, String why) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(RedisAddress.WrongAddressException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("write redis://host:6379");
    }
}
