package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys under {@code clients.ip}: two visits come from one address, so that the second is refused, or from two. */
class AddressKeysTest {
    private static final List<Integer> ONE = List.of(200, 429);
    private static final List<Integer> TWO = List.of(200, 200);
    private static final String[] FORWARDED_FOR = {"/ | X-Forwarded-For: 192.0.2.1", "/ | X-Forwarded-For: 192.0.2.2"};

    private static List<Integer> addresses(String keys, String... visits) throws Exception {
        return Behind.rules("clients: { ip: { " + keys + " } }\nrules: { one: { per: ip, limit: 1/day } }\n")
                .statuses(visits);
    }

    @Test
    @Shows("clients.ip.trusted-proxies[]")
    void trustedProxiesAreBelieved() throws Exception {
        assertThat(addresses("trusted-proxies: [127.0.0.0/8]", FORWARDED_FOR)).isEqualTo(TWO);
        assertThat(addresses("trusted-proxies: [10.0.0.0/8]", FORWARDED_FOR)).isEqualTo(ONE);
        assertThat(addresses("trusted-proxies: [10.0.0.0/8, 127.0.0.1]", FORWARDED_FOR))
                .isEqualTo(TWO);
    }

    @Test
    @Shows("clients.ip.hops")
    void soManyProxiesAreBelieved() throws Exception {
        String[] visits = {"/ | X-Forwarded-For: 192.0.2.1, 192.0.2.9", "/ | X-Forwarded-For: 192.0.2.2, 192.0.2.9"};
        assertThat(addresses("hops: 1", visits)).isEqualTo(ONE);
        assertThat(addresses("hops: 2", visits)).isEqualTo(TWO);
    }

    @Test
    @Shows({
        "clients.ip.forwarded-by=x-forwarded-for",
        "clients.ip.forwarded-by=forwarded",
        "clients.ip.forwarded-by=none"
    })
    void oneHeaderIsLookedAt() throws Exception {
        String trusting = "trusted-proxies: [127.0.0.0/8], forwarded-by: ";
        assertThat(addresses(trusting + "x-forwarded-for", FORWARDED_FOR)).isEqualTo(TWO);
        assertThat(addresses(trusting + "forwarded", FORWARDED_FOR)).isEqualTo(ONE);
        assertThat(addresses(trusting + "none", FORWARDED_FOR)).isEqualTo(ONE);
        String[] forwarded = {"/ | Forwarded: for=192.0.2.1", "/ | Forwarded: for=192.0.2.2"};
        assertThat(addresses(trusting + "forwarded", forwarded)).isEqualTo(TWO);
        assertThat(addresses(trusting + "x-forwarded-for", forwarded)).isEqualTo(ONE);
        assertThat(addresses(trusting + "none", forwarded)).isEqualTo(ONE);
    }

    @Test
    @Shows("clients.ip.ipv6-prefix")
    void soManyBitsAreOneClient() throws Exception {
        String[] visits = {"/ | X-Forwarded-For: 2001:db8::1", "/ | X-Forwarded-For: 2001:db8:0:1::1"};
        assertThat(addresses("trusted-proxies: [127.0.0.0/8]", visits)).isEqualTo(TWO);
        assertThat(addresses("trusted-proxies: [127.0.0.0/8], ipv6-prefix: 48", visits))
                .isEqualTo(ONE);
    }
}
