package io.sluice.servlet;

import io.sluice.core.Store;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Settings from a deployment descriptor: {@code rules}, {@code allow-origins}, {@code async} and {@code most-waiting}. */
final class InitParameters {
    private InitParameters() {}

    static FilterSettings read(FilterConfig config) throws ServletException {
        String rules = config.getInitParameter("rules");
        if (rules == null) {
            throw new ServletException(
                    "RateLimitFilter needs the init parameter rules, the path of a rule file such as /etc/sluice.yaml");
        }
        Store store = Store.memory();
        RuleEngine engine = new RuleEngine(ruleSet(Path.of(rules)), store);
        FilterSettings settings = FilterSettings.of(engine, store.clock()).atEnd(engine::close);
        String origins = config.getInitParameter("allow-origins");
        if (origins != null) {
            settings = settings.allowOrigins(origins.strip().split("[\\s,]+"));
        }
        if ("false".equals(config.getInitParameter("async"))) {
            settings = settings.waitInThread();
        }
        String most = config.getInitParameter("most-waiting");
        return most == null ? settings : settings.mostWaiting(number(most));
    }

    private static RuleSet ruleSet(Path path) throws ServletException {
        RuleFile file = RuleFile.read(path);
        RuleSet rules = file.rules();
        if (rules == null) {
            throw new ServletException(
                    file.problems().stream().map(Object::toString).collect(Collectors.joining("\n")));
        }
        if (rules.store().url() != null) {
            throw new ServletException(
                    path + " counts in " + rules.store().url()
                            + "; make a RuleEngine with that store and hand it over with FilterSettings.of(engine, clock).filter()");
        }
        return rules;
    }

    private static int number(String text) throws ServletException {
        try {
            return Integer.parseUnsignedInt(text.strip());
        } catch (NumberFormatException e) {
            throw new ServletException("most-waiting must be a whole number such as 10000, not " + text, e);
        }
    }
}
