package io.sluice.rules.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "203.0.113.9, 203.0.113.9",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "2001:DB8::0001, 2001:db8::1",
        "2001:db8:0:0:0:0:0:1, 2001:db8::1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "1:0:0:2:0:0:3:4, 1::2:0:0:3:4",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "::ffff:192.0.2.1, 192.0.2.1",
        "::FFFF:c000:201, 192.0.2.1",
        "0:0:0:0:0:ffff:c000:0201, 192.0.2.1",
        "0000::ffff:c000:201, 192.0.2.1",
        "::192.0.2.1, ::c000:201",
        "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
        "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
        "1:2:3:4:5::1.2.3.4, 1:2:3:4:5:0:102:304",
        "0000:0000:0000:0000:0000:ffff:255.255.255.255, 255.255.255.255"
    })
    void everySpellingHasOneCanonicalForm(String written, String canonical) {
        assertThat(Address.parse(written)).hasToString(canonical).isEqualTo(Address.parse(canonical));
        assertThat(Address.parse(written)).hasSameHashCodeAs(Address.parse(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "...",
                "1",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "127.0.0.01",
                "00.0.0.0",
                "1.2.3.256",
                "1.2.3.4.",
                ".1.2.3.4",
                "1..2.3",
                "1.2.3.4.5",
                "1.2.3.-4",
                "+1.2.3.4",
                "1.2.3.4 ",
                " 1.2.3.4",
                "1.2.3.4/24",
                "1.2.3.4:80",
                "localhost",
                "example.com",
                "١.٢.٣.٤",
                "1.2.3.4\0",
                ":",
                ":::",
                "1:::2",
                "1::2::3",
                "::1::",
                ":1",
                "1:",
                ":1::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1:2:3:4::5:6:7:8",
                "12345::",
                "g::",
                "::1%eth0",
                "fe80::1%1",
                "[::1]",
                "::1/64",
                "::1.2.3",
                "::1.2.3.4.5",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "::01.2.3.4",
                "1:2:3:4:5:6:7:1.2.3.4",
                "1:2:3:4:5:6:7:8:1.2.3.4",
                "::ffff:300.1.1.1",
                "0000:0000:0000:0000:0000:ffff:255.255.255.2555",
                "::１"
            })
    void whatIsNoLiteralIsNoAddress(String text) {
        assertThat(Address.of(text)).isNull();
        assertThatThrownBy(() -> Address.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '' | an address is missing; write 203.0.113.9 or 2001:db8::1
                    127.1 | 127.1 is not an IPv4 address: it takes four numbers from 0 to 255 without leading zeros; write 203.0.113.9 or 2001:db8::1
                    fe80::1%eth0 | fe80::1%eth0 has a zone, which only means something on one machine; write fe80::1
                    [::1] | [::1] has brackets or white space around it; write ::1
                    10.0.0.1:80 | 10.0.0.1:80 has a port; write 10.0.0.1
                    localhost | localhost is not an address; write 203.0.113.9 or 2001:db8::1
                    """)
    void anErrorSaysWhatWouldBeRight(String text, String message) {
        assertThatThrownBy(() -> Address.parse(text)).hasMessage(message);
    }

    @Test
    void aHugeTextIsNotRepeatedInTheError() {
        assertThatThrownBy(() -> Address.parse("1".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250));
    }

    @Test
    void masksClearTheBitsBehindThePrefix() {
        assertThat(Address.parse("203.0.113.255").masked(24)).hasToString("203.0.113.0");
        assertThat(Address.parse("203.0.113.255").masked(0)).hasToString("0.0.0.0");
        assertThat(Address.parse("203.0.113.255").masked(32)).hasToString("203.0.113.255");
        assertThat(Address.parse("2001:db8:1:2:3:4:5:6").masked(64)).hasToString("2001:db8:1:2::");
        assertThat(Address.parse("2001:db8:1:2:3:4:5:6").masked(56)).hasToString("2001:db8:1::");
        assertThat(Address.parse("2001:db8:1:2:3:4:5:6").masked(72)).hasToString("2001:db8:1:2::");
        assertThat(Address.parse("2001:db8:1:2:3ff:4:5:6").masked(80)).hasToString("2001:db8:1:2:3ff::");
        assertThat(Address.parse("ffff::1").masked(0)).hasToString("::");
    }

    @Test
    void bytesAndTextMeanTheSame() throws UnknownHostException {
        long seed = Long.getLong("sluice.seed", 4711);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int zero = random.nextInt(bytes.length + 1); zero > 0; zero--) {
                bytes[random.nextInt(bytes.length)] = 0;
            }
            InetAddress expected = InetAddress.getByAddress(bytes);
            Address address = Address.of(bytes);
            assertThat(Address.parse(expected.getHostAddress()))
                    .as("seed %d", seed)
                    .isEqualTo(address);
            assertThat(InetAddress.getByName(address.toString()))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void otherNumbersOfBytesAreNoAddress() {
        assertThatThrownBy(() -> Address.of(new byte[5])).hasMessage("an address has 4 or 16 bytes, not 5");
    }
}
