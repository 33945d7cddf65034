package io.sluice.cli.serve;

import io.sluice.core.Decision;

/** What the demo application has to say to those who pass. */
final class DemoPage {
    private static final String HTML = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <link rel="icon" href="data:,">
            <title>Sluice demo</title>
            <style>body { font: 1.2em/1.5 system-ui, sans-serif; max-width: 30em; margin: 4em auto; padding: 0 1em }</style>
            <h1>You passed.</h1>
            <p><strong>%d</strong> of %d permits remain for your address.</p>
            <p>%s. Reload a few times, quickly, to see what happens beyond.</p>
            </html>
            """;

    private DemoPage() {}

    static String html(Decision decision) {
        return HTML.formatted(decision.remaining(), decision.limit(), LimitWords.of(decision.binding()));
    }

    static String text(Decision decision) {
        return "You passed. " + decision.remaining() + " of " + decision.limit() + " permits remain.\n";
    }
}
