package io.sluice.rules.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CidrSetTest {
    private static CidrSet set(String... networks) {
        return CidrSet.of(List.of(networks).stream().map(Cidr::parse).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0, true",
        "10.255.255.255, true",
        "11.0.0.0, false",
        "9.255.255.255, false",
        "255.255.255.255, true",
        "255.255.255.254, false",
        "0.0.0.0, true",
        "0.0.0.1, false",
        "128.0.0.1, true",
        "127.255.255.255, false",
        "::ffff:10.1.2.3, true",
        "2001:db8::5, true",
        "2001:db9::, false",
        "::, false",
        "::1, true",
        "ffff:ffff::, false",
        "fe80::1, true",
        "fe80::1%eth0, false",
        "localhost, false",
        "'', false",
        "10.1, false"
    })
    void holdsWhatOneOfItsNetworksHolds(String address, boolean held) {
        CidrSet set = set(
                "10.0.0.0/8",
                "10.1.0.0/16",
                "255.255.255.255",
                "0.0.0.0",
                "128.0.0.0/9",
                "2001:db8::/32",
                "2001:db8::/64",
                "::1",
                "fe80::/10");
        assertThat(set.contains(address)).isEqualTo(held);
    }

    @Test
    void everythingAndNothing() {
        assertThat(CidrSet.EMPTY.contains("10.0.0.1")).isFalse();
        assertThat(CidrSet.EMPTY.isEmpty()).isTrue();
        CidrSet all = set("0.0.0.0/0", "::/0");
        assertThat(all.isEmpty()).isFalse();
        assertThat(all.contains("255.255.255.255") && all.contains("0.0.0.0")).isTrue();
        assertThat(all.contains("::") && all.contains("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"))
                .isTrue();
    }

    @Test
    void answersLikeAskingEachNetwork() {
        long seed = Long.getLong("sluice.seed", 1);
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            List<Cidr> networks = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                networks.add(network(random));
            }
            CidrSet set = CidrSet.of(networks);
            for (int i = 0; i < 200; i++) {
                Address address = address(random);
                boolean expected = networks.stream().anyMatch(network -> network.contains(address));
                assertThat(set.contains(address))
                        .as("seed %d: %s in %s", seed, address, networks)
                        .isEqualTo(expected);
                assertThat(set.contains(address.toString()))
                        .as("seed %d: %s in %s", seed, address, networks)
                        .isEqualTo(expected);
            }
        }
    }

    private static Cidr network(Random random) {
        Address address = address(random);
        int prefix = random.nextInt(address.length() + 1);
        return new Cidr(address.masked(prefix), prefix);
    }

    /** Few different bytes, so that networks meet. */
    private static Address address(Random random) {
        byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = new byte[] {0, 1, (byte) 0x7f, (byte) 0x80, (byte) 0xff}[random.nextInt(5)];
        }
        return Address.of(bytes);
    }
}
