package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.gateway.Results.Trial;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PlotTest {
    private final Results results = new Results();

    private void add(Load load, String title, double perSecond) {
        Contender contender = Contender.ALL.stream()
                .filter(each -> each.title().equals(title))
                .findFirst()
                .orElseThrow();
        Cost cost = new Cost(12.34, 5, OptionalDouble.empty(), 0, 0);
        results.add(new Trial(load, contender), new Sample(perSecond, 1_000, 0, 0, 500, 2_000, cost));
    }

    private List<Element> drawn(String kind) throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Plot.of(results))));
        NodeList found = svg.getElementsByTagName(kind);
        List<Element> all = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            all.add((Element) found.item(i));
        }
        return all;
    }

    @Test
    void barsAreAsLongAsTheirNumbersAreLarge() throws Exception {
        add(Load.ALLOWED, "nginx limit_req, 1 worker", 50_000);
        add(Load.ALLOWED, "Sluice, 1 thread", 100_000);
        assertThat(drawn("rect")).extracting(bar -> bar.getAttribute("width")).containsExactly("360.0", "180.0");
        assertThat(drawn("rect")).extracting(bar -> bar.getAttribute("class")).containsExactly("ours", "other");
    }

    @Test
    void eachLoadHasItsOwnScale() throws Exception {
        add(Load.REFUSED, "Sluice, 1 thread", 10);
        add(Load.ALLOWED, "Sluice, 1 thread", 100_000);
        assertThat(drawn("rect")).extracting(bar -> bar.getAttribute("width")).containsExactly("360.0", "360.0");
        assertThat(drawn("text"))
                .extracting(Element::getTextContent)
                .containsExactly(
                        "Requests a second, and the processor time that the server takes for one",
                        "allowed and proxied",
                        "Sluice, 1 thread",
                        "100,000 a second, 12.3 us",
                        "refused",
                        "Sluice, 1 thread",
                        "10 a second, 12.3 us");
    }

    @Test
    void nothingIsDrawnBesideThePicture() throws Exception {
        add(Load.ALLOWED, "Sluice, 1 thread", 100_000);
        add(Load.CALLS, "empty call, 1 thread", 5_000);
        int height = Integer.parseInt(drawn("svg").get(0).getAttribute("height"));
        int width = Integer.parseInt(drawn("svg").get(0).getAttribute("width"));
        assertThat(drawn("rect"))
                .allSatisfy(bar -> assertThat(
                                Integer.parseInt(bar.getAttribute("y")) + Integer.parseInt(bar.getAttribute("height")))
                        .isLessThan(height));
        assertThat(drawn("text"))
                .allSatisfy(text ->
                        assertThat(Integer.parseInt(text.getAttribute("x"))).isBetween(0, width));
    }
}
