package io.sluice.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request written down. */
public final class TestRequest implements HttpRequest {
    private final String method;
    private final String path;
    private final String query;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String peer = "127.0.0.1";

    private TestRequest(String method, String target) {
        int question = target.indexOf('?');
        this.method = method;
        this.path = question < 0 ? target : target.substring(0, question);
        this.query = question < 0 ? null : target.substring(question + 1);
    }

    public static TestRequest get(String target) {
        return new TestRequest("GET", target);
    }

    public static TestRequest of(String method, String target) {
        return new TestRequest(method, target);
    }

    public TestRequest with(String name, String... lines) {
        headers.computeIfAbsent(name, n -> new ArrayList<>()).addAll(List.of(lines));
        return this;
    }

    public TestRequest from(String address) {
        peer = address;
        return this;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String query() {
        return query;
    }

    @Override
    public String host() {
        return header("Host");
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public List<String> headers(String name) {
        return headers.getOrDefault(name, List.of());
    }

    @Override
    public Iterable<String> headerNames() {
        return headers.keySet();
    }
}
