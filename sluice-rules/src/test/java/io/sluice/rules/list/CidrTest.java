package io.sluice.rules.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CidrTest {
    @ParameterizedTest
    @CsvSource({
        "203.0.113.0/24, 203.0.113.255, true",
        "203.0.113.0/24, 203.0.114.0, false",
        "203.0.113.0/24, ::ffff:203.0.113.7, true",
        "203.0.113.9, 203.0.113.9, true",
        "203.0.113.9, 203.0.113.8, false",
        "0.0.0.0/0, 255.1.2.3, true",
        "0.0.0.0/0, ::1, false",
        "::/0, 2001:db8::1, true",
        "::/0, 10.0.0.1, false",
        "::/0, ::ffff:10.0.0.1, false",
        "::ffff:10.0.0.0/104, 10.255.0.1, true",
        "::ffff:0:0/96, 10.255.0.1, true",
        "2001:db8::/33, 2001:db8:7fff::, true",
        "2001:db8::/33, 2001:db8:8000::, false",
        "2001:db8:0:0:8000::/65, 2001:db8::8000:0:0:1, true",
        "2001:db8:0:0:8000::/65, 2001:db8::1, false"
    })
    void holdsTheAddressesThatBeginWithItsPrefix(String cidr, String address, boolean inside) {
        assertThat(Cidr.parse(cidr).contains(Address.parse(address))).isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.0/24, 203.0.113.0/24",
        "10.0.0.1/32, 10.0.0.1",
        "2001:DB8:0::/32, 2001:db8::/32",
        "::ffff:10.0.0.0/104, 10.0.0.0/8"
    })
    void isWrittenInOneForm(String cidr, String canonical) {
        assertThat(Cidr.parse(cidr)).hasToString(canonical).isEqualTo(Cidr.parse(canonical));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    203.0.113.9/24 | 203.0.113.9/24 is an address inside a network; write 203.0.113.0/24 for the network, or 203.0.113.9 for the address
                    2001:db8::1/32 | 2001:db8::1/32 is an address inside a network; write 2001:db8::/32 for the network, or 2001:db8::1 for the address
                    10.0.0.0/33 | /33 is not a prefix of 10.0.0.0; it goes from /0 to /32
                    10.0.0.0/08 | /08 is not a prefix of 10.0.0.0; it goes from /0 to /32
                    10.0.0.0/ | / is not a prefix of 10.0.0.0; it goes from /0 to /32
                    10.0.0.0/-1 | /-1 is not a prefix of 10.0.0.0; it goes from /0 to /32
                    ::/129 | /129 is not a prefix of ::; it goes from /0 to /128
                    10.0.0.0/255.0.0.0 | /255.0.0.0 is not a prefix of 10.0.0.0; it goes from /0 to /32
                    ::ffff:10.0.0.0/90 | ::ffff:10.0.0.0/90 holds more than IPv4 addresses; write 10.0.0.0 with /0 to /32
                    10/8 | 10 is not an IPv4 address: it takes four numbers from 0 to 255 without leading zeros; write 203.0.113.9 or 2001:db8::1
                    """)
    void anErrorSaysWhatWouldBeRight(String text, String message) {
        assertThatThrownBy(() -> Cidr.parse(text)).hasMessage(message);
    }
}
