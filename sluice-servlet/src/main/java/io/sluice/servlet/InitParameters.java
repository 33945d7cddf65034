package io.sluice.servlet;

import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.reload.RuleFileWatch;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import java.nio.file.Path;

/** Settings from a deployment descriptor: {@code rules}, {@code allow-origins}, {@code async} and {@code most-waiting}. */
final class InitParameters {
    private InitParameters() {}

    static FilterSettings read(FilterConfig config) throws ServletException {
        String rules = config.getInitParameter("rules");
        if (rules == null) {
            throw new ServletException(
                    "RateLimitFilter needs the init parameter rules, the path of a rule file such as /etc/sluice.yaml");
        }
        FilterSettings settings = watched(Path.of(rules));
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

    /** Read again when it changes. */
    private static FilterSettings watched(Path file) throws ServletException {
        StoreOpening opening = new StoreOpening();
        try {
            RuleFileWatch watch = RuleFileWatch.start(file, opening::engine);
            return FilterSettings.of(watch.engine(), opening.clock).atEnd(() -> {
                watch.close();
                watch.engine().close();
            });
        } catch (BadRulesException | IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Opens the store that rules name, and remembers its clock. */
    private static final class StoreOpening {
        Clock clock = Clock.system();

        RuleEngine engine(RuleSet rules) {
            Store store = rules.store().open(clock);
            try {
                clock = store.clock();
                return new RuleEngine(rules, store);
            } catch (RuntimeException e) {
                store.close();
                throw e;
            }
        }
    }

    private static int number(String text) throws ServletException {
        try {
            return Integer.parseUnsignedInt(text.strip());
        } catch (NumberFormatException e) {
            throw new ServletException("most-waiting must be a whole number such as 10000, not " + text, e);
        }
    }
}
