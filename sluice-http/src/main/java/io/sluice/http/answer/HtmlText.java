package io.sluice.http.answer;

/** Text in HTML and XML. */
final class HtmlText {
    private HtmlText() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
