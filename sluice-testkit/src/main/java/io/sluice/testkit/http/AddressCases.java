package io.sluice.testkit.http;

import static io.sluice.testkit.http.HttpScene.twoPerAddress;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Nobody gets around a limit by the address they claim to have. */
interface AddressCases extends HttpScene {
    String LOOPBACK = "127.0.0.0/8, 10.0.0.0/8";

    @Test
    default void ignoresForwardingHeadersFromUntrustedPeers_1() throws Exception {
        RawHttp client = behind(twoPerAddress("10.0.0.0/8"));
        assertThat(client.get("/", "X-Forwarded-For: 1.1.1.1").status()).isEqualTo(200);
        assertThat(client.get("/", "X-Forwarded-For: 2.2.2.2", "X-Real-IP: 2.2.2.2")
                        .status())
                .isEqualTo(200);
        assertThat(client.get("/", "X-Forwarded-For: 3.3.3.3").status()).isEqualTo(429);
        assertThat(client.get("/", "Forwarded: for=4.4.4.4").status()).isEqualTo(429);
        assertThat(client.from("127.0.0.2").get("/").status()).isEqualTo(200);
    }

    @Test
    default void takesTheRightmostUntrustedAddressOverAllLines_2() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        for (int i = 0; i < 3; i++) {
            RawAnswer answer = client.get("/", "X-Forwarded-For: 6.6.6." + i, "X-Forwarded-For: 9.9.9.9, 10.0.0.2");
            assertThat(answer.status()).isEqualTo(i < 2 ? 200 : 429);
        }
        assertThat(client.get("/", "X-Forwarded-For: 9.9.9.9, 6.6.6.6").status())
                .isEqualTo(200);
    }

    @Test
    default void readsStrictLiteralsAndAsksNoNameServer_3() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        String[] claims = {"127.1", "2130706433", "evil.example", "0177.0.0.1", "0x7f.1", "1.2.3.4.", "::1%1", ""};
        int passed = 0;
        for (String claim : claims) {
            passed += client.get("/", "X-Forwarded-For: " + claim).status() == 200 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(2);
        assertThat(served()).isEqualTo(2);
    }

    @Test
    default void anIpv4AddressIsOneClientInEverySpelling_4() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        assertThat(statusFor(client, "::ffff:1.2.3.4")).isEqualTo(200);
        assertThat(statusFor(client, "::ffff:102:304")).isEqualTo(200);
        assertThat(statusFor(client, "1.2.3.4")).isEqualTo(429);
        assertThat(statusFor(client, "::ffff:1.2.3.5")).isEqualTo(200);
        assertThat(statusFor(client, "2001:db8:1:2::1.2.3.4")).isEqualTo(200);
        assertThat(statusFor(client, "2001:db8:1:2::5")).isEqualTo(200);
        assertThat(statusFor(client, "2001:db8:1:2:ffff::")).isEqualTo(429);
        assertThat(statusFor(client, "2001:db8:1:3::1.2.3.4")).isEqualTo(200);
    }

    @Test
    default void hostsOfOneIpv6NetworkAreOneClient_5() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        Random random = new Random(5);
        int passed = 0;
        for (int i = 0; i < 1_000; i++) {
            String host = "2001:db8:1:2:%x:%x:%x:%x"
                    .formatted(random.nextInt(65_536), random.nextInt(65_536), random.nextInt(65_536), i);
            passed += statusFor(client, host) == 200 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(2);
    }

    @Test
    default void theConnectionHeaderStripsNoForwardingHeader_6() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        for (int i = 0; i < 3; i++) {
            String connection = "Connection: close, X-Forwarded-For";
            String request = String.join(
                    "\r\n", "GET / HTTP/1.1", "Host: localhost", "X-Forwarded-For: 9.9.9.9", connection, "", "");
            assertThat(client.exchange(request).status()).isEqualTo(i < 2 ? 200 : 429);
        }
        assertThat(statusFor(client, "8.8.8.8")).isEqualTo(200);
    }

    @Test
    default void anAliasWithUnderscoresIsNoForwardingHeader_7() throws Exception {
        RawHttp client = behind(twoPerAddress(LOOPBACK));
        for (int i = 0; i < 4; i++) {
            assertThat(client.get("/", "X_Forwarded_For: 1.1.1." + i).status()).isIn(400, 200, 429);
        }
        assertThat(served()).isLessThanOrEqualTo(2);
    }

    @Test
    default void aClientsForwardedHeaderIsNotBelieved_8() throws Exception {
        RawHttp client = behind("""
                version: 1
                clients:
                  ip: { trusted-proxies: [10.0.0.0/8], forwarded-by: forwarded }
                rules:
                  everybody: { per: ip, limit: 2/day }
                """);
        for (int i = 0; i < 3; i++) {
            assertThat(client.get("/", "Forwarded: for=1.1.1." + i).status()).isEqualTo(i < 2 ? 200 : 429);
        }
    }

    private static int statusFor(RawHttp client, String address) {
        return client.get("/", "X-Forwarded-For: " + address).status();
    }
}
