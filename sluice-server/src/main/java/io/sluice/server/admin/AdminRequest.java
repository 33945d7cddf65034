package io.sluice.server.admin;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request to the admin door. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AdminRequest(
        String from, String method, String path, Map<String, List<String>> query, HttpHeaders headers, byte[] body) {
    /** {@code from}: the address that the connection comes from. */
    static AdminRequest of(String from, String method, String uri, HttpHeaders headers, byte[] body) {
        QueryStringDecoder target = new QueryStringDecoder(uri);
        return new AdminRequest(from, method, target.path(), target.parameters(), headers, body);
    }

    @Nullable
    String header(String name) {
        return headers.get(name);
    }

    /** @throws IllegalArgumentException if it is not there */
    String parameter(String name, String example) {
        List<String> values = query.get(name);
        if (values == null || values.get(0).isBlank()) {
            throw new IllegalArgumentException(
                    "the query parameter " + name + " is missing; give one such as ?" + name + "=" + example);
        }
        return values.get(0);
    }
}
