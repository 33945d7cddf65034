package io.sluice.server.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictJsonTest {
    /** One byte for each character. */
    private static BadJsonException refused(String bytes) {
        return catchThrowableOfType(BadJsonException.class, () -> StrictJson.read(bytes.getBytes(ISO_8859_1)));
    }

    @Test
    void readsEveryCharacterInItsOneForm() throws Exception {
        String text = "\u00fc \u20ac \ud83d\ude00 /";
        assertThat(StrictJson.read(("{\"k\": \"" + text + "\"}").getBytes(UTF_8))
                        .get("k")
                        .stringValue())
                .isEqualTo(text);
        assertThat(StrictJson.read("{\"k\": \"\\ud83d\\ude00\"}".getBytes(UTF_8))
                        .get("k")
                        .stringValue())
                .isEqualTo("\ud83d\ude00");
        assertThat(StrictJson.read("\ufeff[1]".getBytes(UTF_8)).get(0).intValue())
                .isEqualTo(1);
        assertThat(StrictJson.read(new byte[0]).isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'\u00c0\u00af', 7, C0",
        "'\u00e0\u0080\u00af', 7, E0",
        "'\u00ed\u00a0\u0080', 7, ED",
        "'a\u00ff', 8, FF"
    })
    void refusesWhatIsNoUtf8(String bytes, int place, String value) {
        assertThat(refused("{\"k\":\"" + bytes + "\"}").detail())
                .isEqualTo("the body is not valid UTF-8: byte " + place + " (0x" + value
                        + ") does not begin a character that is encoded in the shortest way");
    }

    @Test
    void refusesOtherEncodings() {
        assertThat(refused(new String("[1]".getBytes(UTF_16LE), ISO_8859_1)).detail())
                .startsWith("the body is not one JSON value at line 1");
    }

    @Test
    void refusesAMemberThatComesTwice() {
        assertThat(refused("{\"a\":1,\"\\u0061\":2}").detail())
                .startsWith("the body is not one JSON value at line 1, column ")
                .contains("Duplicate");
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"k\":\"a\\ud800\"}', /k, d800",
        "'{\"k\":[1,\"\\udc00\\ud800\"]}', /k/1, dc00",
        "'{\"k\":{\"a/b\":\"\\ud800x\"}}', /k/a~1b, d800"
    })
    void refusesHalfOfACharacter(String json, String pointer, String half) {
        BadJsonException refused = refused(json);
        assertThat(refused.pointer()).isEqualTo(pointer);
        assertThat(refused.detail())
                .isEqualTo(pointer + " has \\u" + half + ", which is half of a character; write both halves");
    }

    @Test
    void refusesHalfOfACharacterInANameToo() {
        assertThat(refused("{\"\\ud800\":1}").detail()).contains("Broken surrogate pair in property name");
        assertThat(refused("{\"\\udc00\":1}").pointer()).isEmpty();
    }
}
