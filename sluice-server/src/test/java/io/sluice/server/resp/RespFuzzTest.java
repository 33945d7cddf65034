package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
@Tag("long") // the same on every JDK
class RespFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void anyBytesAreAnsweredAlikeHoweverTheyAreCut(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String whole = new Talk().send(text);
        Talk talk = new Talk();
        StringBuilder oneByOne = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            oneByOne.append(talk.send(text.substring(i, i + 1)));
        }
        assertThat(oneByOne.toString()).isEqualTo(whole);
        assertThat(whole.isEmpty() || whole.endsWith("\r\n")).isTrue();
    }
}
