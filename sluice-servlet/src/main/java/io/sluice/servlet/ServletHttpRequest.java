package io.sluice.servlet;

import io.sluice.http.HttpRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A servlet request as the rules see it. */
final class ServletHttpRequest implements HttpRequest {
    private final HttpServletRequest request;

    ServletHttpRequest(HttpServletRequest request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getRequestURI();
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public @Nullable String host() {
        String name = request.getServerName();
        int port = request.getServerPort();
        boolean usual = port <= 0 || port == (request.isSecure() ? 443 : 80);
        return name == null || usual ? name : name + ":" + port;
    }

    @Override
    public String peer() {
        return String.valueOf(request.getRemoteAddr());
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    @Override
    public List<String> headers(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        return lines == null || !lines.hasMoreElements() ? List.of() : Collections.list(lines);
    }

    @Override
    public Iterable<String> headerNames() {
        Enumeration<String> names = request.getHeaderNames();
        return names == null ? List.of() : Collections.list(names);
    }
}
