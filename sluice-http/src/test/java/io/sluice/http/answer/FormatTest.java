package io.sluice.http.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/* | PROBLEM",
                "'' | PROBLEM",
                "application/json | JSON",
                "application/problem+json, application/json | PROBLEM",
                "application/json, application/problem+json;q=0.9 | JSON",
                "application/* | PROBLEM",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | HTML",
                "text/plain | TEXT",
                "text/* | HTML",
                "text/*, text/html;q=0 | TEXT",
                "TEXT/HTML;level=1;Q=0.7, text/plain; q=0.5 | HTML",
                "image/png | PROBLEM",
                "*/*;q=0 | PROBLEM",
                "application/problem+json;q=0, */* | JSON",
                "text/html;q=nonsense | HTML",
                ",,; ;q=1,/ | PROBLEM"
            })
    void isWhatTheClientLikesBest(String accept, Format expected) {
        assertThat(Format.of(List.of(accept))).isEqualTo(expected);
    }

    @Test
    void readsAllLines() {
        assertThat(Format.of(List.of("image/png", "text/plain"))).isEqualTo(Format.TEXT);
        assertThat(Format.of(List.of())).isEqualTo(Format.PROBLEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de | Langsam",
                "de-AT, en;q=0.5 | Langsam",
                "en;q=0.5, de;q=0.4 | Langsam",
                "pt | Devagar",
                "PT-br | Devagar",
                "ja, de;q=0.1 | Langsam",
                "de;q=0 | Slow down",
                "'' | Slow down",
                "*, -- | Slow down"
            })
    void theMessageIsInTheClientsLanguage(String acceptLanguage, String expected) {
        Map<String, String> messages = Map.of("", "Slow down", "de", "Langsam", "pt-BR", "Devagar");
        assertThat(Message.of(messages, List.of(acceptLanguage), "other")).isEqualTo(expected);
    }

    @Test
    void withoutAMessageThereIsTheSentence() {
        assertThat(Message.of(Map.of(), List.of("de"), "other")).isEqualTo("other");
        assertThat(Message.of(Map.of("de", "Langsam"), List.of("fr"), "other")).isEqualTo("other");
    }
}
