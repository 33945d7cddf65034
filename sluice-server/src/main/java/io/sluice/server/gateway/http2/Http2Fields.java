package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Map;

/** Fields of one protocol in the words of the other. */
final class Http2Fields {
    private Http2Fields() {}

    /** Without pseudo fields. */
    static HttpHeaders plain(Http2Headers fields) {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (Map.Entry<CharSequence, CharSequence> field : fields) {
            if (field.getKey().charAt(0) != ':') {
                headers.add(field.getKey(), field.getValue());
            }
        }
        return headers;
    }

    static Http2Headers answer(int status, HttpHeaders headers) {
        return add(new DefaultHttp2Headers().status(Integer.toString(status)), headers);
    }

    static Http2Headers request(ForwardedHead head, String scheme, String authority) {
        return add(
                new DefaultHttp2Headers()
                        .method(head.method())
                        .scheme(scheme)
                        .authority(authority)
                        .path(head.target()),
                head.headers());
    }

    static Http2Headers trailers(HttpHeaders trailers) {
        return add(new DefaultHttp2Headers(), trailers);
    }

    private static Http2Headers add(Http2Headers fields, HttpHeaders headers) {
        for (Map.Entry<String, String> header : headers) {
            fields.add(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
        }
        return fields;
    }
}
