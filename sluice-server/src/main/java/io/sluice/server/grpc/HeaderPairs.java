package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.http.field.Field;
import io.sluice.http.field.PairSink;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.header.HeaderValue;
import java.util.List;

/** Writes header fields into a response. How long one is stands before it, and is known only behind it. */
final class HeaderPairs implements PairSink {
    private final ResponseBytes out;
    private int field;
    private int value;

    HeaderPairs(ResponseBytes out) {
        this.out = out;
    }

    @Override
    public void begin(byte[] name) {
        field = out.open(RateLimitResponse.RESPONSE_HEADERS_TO_ADD_FIELD_NUMBER);
        out.text(HeaderValue.KEY_FIELD_NUMBER, name);
        value = out.open(HeaderValue.VALUE_FIELD_NUMBER);
    }

    @Override
    public void bytes(byte[] text) {
        out.raw(text);
    }

    @Override
    public void number(long number) {
        out.digits(number);
    }

    @Override
    public void end() {
        out.close(value);
        out.close(field);
    }

    void write(List<Field> fields) {
        for (Field one : fields) {
            begin(one.name().getBytes(UTF_8));
            bytes(one.value().getBytes(UTF_8));
            end();
        }
    }
}
