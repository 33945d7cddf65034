package io.sluice.http.path;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server takes from a request target: written from the documents of its parser, not from our code.
 *
 * @param host empty if the target names none
 * @param path still encoded
 */
record TargetReading(String host, String path) {
    /** Python's {@code urllib.parse.urlparse}. */
    static TargetReading python(String target) {
        String url = target.replaceAll("^[\\x00-\\x20]+", "").replaceAll("[\\t\\r\\n]", "");
        int colon = url.indexOf(':');
        if (colon > 0 && url.substring(0, colon).matches("[A-Za-z][A-Za-z0-9+.-]*")) {
            url = url.substring(colon + 1);
        }
        String host = "";
        if (url.startsWith("//")) {
            int end = firstOf(url, "/?#", 2);
            host = url.substring(2, end);
            url = url.substring(end);
        }
        url = before(before(url, '#'), '?');
        int parameters = url.indexOf(';', Math.max(0, url.lastIndexOf('/')));
        return new TargetReading(host, parameters < 0 ? url : url.substring(0, parameters));
    }

    /** {@code new URL(target, "http://base/")} of browsers and Node.js: the URL Standard of the WHATWG. */
    static TargetReading whatwg(String target) {
        String url = target.replaceAll("^[\\x00-\\x20]+|[\\x00-\\x20]+$", "").replaceAll("[\\t\\r\\n]", "");
        url = before(before(url, '#'), '?').replace('\\', '/');
        if (url.regionMatches(true, 0, "http:", 0, 5)) {
            url = url.substring(5);
        }
        if (!url.startsWith("//")) {
            return new TargetReading("", resolved(url.startsWith("/") ? url : "/" + url));
        }
        int start = 0;
        while (start < url.length() && url.charAt(start) == '/') {
            start++;
        }
        int end = firstOf(url, "/", start);
        return new TargetReading(url.substring(start, end), resolved(url.substring(end)));
    }

    private static String resolved(String path) {
        List<String> kept = new ArrayList<>();
        String[] segments = path.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            boolean last = i == segments.length - 1;
            String dots = segments[i].replaceAll("(?i)%2e", ".");
            if (dots.equals("..") && !kept.isEmpty()) {
                kept.remove(kept.size() - 1);
            }
            if (!dots.equals(".") && !dots.equals("..")) {
                kept.add(segments[i]);
            } else if (last) {
                kept.add("");
            }
        }
        return "/" + String.join("/", kept);
    }

    /** {@link URI}, as it stands; empty if it refuses the target. */
    static Optional<TargetReading> java(String target) {
        return uri(target).map(TargetReading::of);
    }

    /** {@link URI}, normalized. */
    static Optional<TargetReading> javaNormalized(String target) {
        return uri(target).map(URI::normalize).map(TargetReading::of);
    }

    private static Optional<URI> uri(String target) {
        try {
            return Optional.of(new URI(target));
        } catch (URISyntaxException refused) {
            return Optional.empty();
        }
    }

    private static TargetReading of(URI uri) {
        String host = uri.getRawAuthority();
        String path = uri.getRawPath();
        return new TargetReading(host == null ? "" : host, path == null ? "" : path);
    }

    private static String before(String text, char mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at);
    }

    private static int firstOf(String text, String marks, int from) {
        int at = from;
        while (at < text.length() && marks.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
