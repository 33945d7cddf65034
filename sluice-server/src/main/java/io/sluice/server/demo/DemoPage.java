package io.sluice.server.demo;

/** A page that asks again and again, and shows what the gateway in front says about it. */
final class DemoPage {
    static final String HTML = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <link rel="icon" href="data:,">
            <title>Sluice demo</title>
            <style>
              body { font: 1.2em/1.5 system-ui, sans-serif; max-width: 32em; margin: 4em auto; padding: 0 1em }
              button { font: inherit; padding: .3em .8em }
              #answers span { display: inline-block; min-width: 2.6em; margin: .1em; padding: 0 .3em; border-radius: .3em; background: #cfe8cf; color: #123 }
              #answers span.no { background: #f3c4c4 }
            </style>
            <h1>You passed.</h1>
            <p>This page is behind a limit. Ask more often than it allows:</p>
            <p><button id="ask">15 requests at once</button></p>
            <p id="answers"></p>
            <p id="said"></p>
            <script>
              const answers = document.getElementById('answers'), said = document.getElementById('said');
              const field = (answer, name) => answer.headers.get('X-RateLimit-' + name);
              async function ask() {
                const answer = await fetch('/api/hello', { cache: 'no-store' });
                const mark = document.createElement('span');
                mark.textContent = answer.status;
                mark.className = answer.ok ? '' : 'no';
                answers.append(mark);
                said.textContent = answer.ok
                  ? field(answer, 'Remaining') + ' of ' + field(answer, 'Limit') + ' permits remain.'
                  : (await answer.json()).detail;
              }
              document.getElementById('ask').onclick = async () => {
                answers.textContent = '';
                for (let i = 0; i < 15; i++) { await ask(); }
              };
            </script>
            </html>
            """;

    private DemoPage() {}
}
