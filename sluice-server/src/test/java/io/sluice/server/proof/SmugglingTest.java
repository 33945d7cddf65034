package io.sluice.server.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.GatewayTimes;
import io.sluice.server.proof.SmugglingCorpus.Attack;
import io.sluice.testkit.http.RawHttp;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers behind see exactly the requests that the gateway has counted. */
class SmugglingTest {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    @TempDir
    Path folder;

    @Test
    void nothingIsHiddenFromAGatewayBeforeNginx() throws Exception {
        corpus(Nginx.start(folder));
    }

    @Test
    void norBeforeAServerThatBelievesLengths() throws Exception {
        corpus(LenientServer.start(LenientServer.Believes.LENGTH));
    }

    @Test
    void norBeforeAServerThatBelievesEncodings() throws Exception {
        corpus(LenientServer.start(LenientServer.Believes.ENCODING));
    }

    @Test
    void withoutTheGatewayTheyWouldBeFooled() throws Exception {
        try (LenientServer length = LenientServer.start(LenientServer.Believes.LENGTH);
                LenientServer encoding = LenientServer.start(LenientServer.Believes.ENCODING)) {
            for (Attack attack : SmugglingCorpus.all()) {
                if (attack.passes() == 0) {
                    RawHttp.to(length.address().getPort()).send(attack.bytes()).close();
                    RawHttp.to(encoding.address().getPort())
                            .send(attack.bytes())
                            .close();
                }
            }
            for (LenientServer each : List.of(length, encoding)) {
                ProofScene.until(
                        "most attacks work",
                        () -> each.asked().stream()
                                        .filter(asked -> asked.contains("hidden"))
                                        .count()
                                > 50);
            }
        }
    }

    private static void corpus(Behind behind) throws Exception {
        try (behind;
                Attacks attacks = Attacks.on(behind, GatewayTimes.USUAL)) {
            List<Attack> all = SmugglingCorpus.all();
            List<String> answers = attacks.send(all.stream()
                    .map(attack -> attack.numbered(all.indexOf(attack)))
                    .toList());
            for (int i = 0; i < all.size(); i++) {
                assertAnswers(all.get(i), answers.get(i));
            }
            attacks.assertNothingHidden();
            assertThat(behind.asked()).noneMatch(asked -> asked.contains("hidden"));
        }
    }

    private static void assertAnswers(Attack attack, String answers) {
        List<String> statuses = STATUS.matcher(answers)
                .results()
                .map(result -> result.group(1))
                .filter(status -> !status.equals("100"))
                .toList();
        String told = attack.name() + " was answered\n" + answers;
        if (attack.passes() == 0) {
            assertThat(statuses).as(told).hasSize(1).allMatch(status -> status.matches("400|405|505"));
        } else {
            assertThat(statuses).as(told).hasSize(attack.passes()).containsOnly("200");
        }
    }
}
