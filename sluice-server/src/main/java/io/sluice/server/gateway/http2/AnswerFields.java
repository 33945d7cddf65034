package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.http.Verdict;
import io.sluice.http.field.Field;
import io.sluice.http.field.UpstreamFields;
import java.util.List;

/** Puts how the client stands on an upstream's answer: one set of each dialect goes out, that of whoever has less left. */
final class AnswerFields {
    private AnswerFields() {}

    static void add(int status, HttpHeaders headers, Verdict verdict, UpstreamFields dialects) {
        ConnectionFields.remove(headers);
        List<Field> ours = verdict.fields();
        boolean toAStranger = verdict.personal() && (status == 401 || status == 403);
        if (ours.isEmpty() || toAStranger) {
            return;
        }
        List<Field> merged = dialects.merge(ours, headers::getAll);
        dialects.names().forEach(headers::remove);
        merged.forEach(field -> add(headers, field));
    }

    /** What the application has said about origins stays. */
    private static void add(HttpHeaders headers, Field field) {
        if (field.name().equals("Access-Control-Expose-Headers") || field.name().equals("Vary")) {
            headers.add(field.name(), field.value());
        } else {
            headers.set(field.name(), field.value());
        }
    }
}
