package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.answer.Answer.Written;
import io.sluice.http.field.Field;
import io.sluice.http.field.Standing;
import io.sluice.rules.WhenLimited;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the answers that a request gets instead of the application's: refused, denied, a decoy, or not understood. */
public final class Answers {
    private static final Field NOT_STORED = new Field("Cache-Control", "no-store");

    private final Cors cors;

    public Answers(Cors cors) {
        this.cors = cors;
    }

    /**
     * 429, or what the rule says instead.
     *
     * @param fields how the client stands, in the dialects of the rule file
     * @param wallNanos when it was decided, in nanoseconds since the epoch
     */
    public Answer refused(HttpRequest request, Standing standing, List<Field> fields, long wallNanos) {
        Refusal refusal = Refusal.of(request, standing, wallNanos);
        if (GrpcAnswer.isFor(request)) {
            return grpc(request, GrpcAnswer.RESOURCE_EXHAUSTED, refusal.message(), standing, fields);
        }
        WhenLimited whenLimited = standing.rule().whenLimited();
        int status = whenLimited instanceof WhenLimited.Status other ? other.status() : 429;
        WhenLimited.Body prepared = whenLimited instanceof WhenLimited.Status other ? other.body() : null;
        if (prepared != null) {
            String text = Template.fill(prepared.text(), prepared.contentType(), refusal.values());
            return answer(request, status, prepared.contentType(), text, fields);
        }
        return answer(request, refusal.document(status), fields);
    }

    /** The client cannot tell it from the real thing: no rate fields. */
    public Answer decoy(HttpRequest request, WhenLimited.Decoy decoy) {
        return answer(request, 200, decoy.body().contentType(), decoy.body().text(), List.of());
    }

    /** On the deny list. */
    public Answer denied(HttpRequest request) {
        return error(request, GrpcAnswer.PERMISSION_DENIED, 403, "Forbidden", "This client may not use this service.");
    }

    /** A request that cannot be understood in one way only. */
    public Answer badRequest(HttpRequest request, String wrong) {
        return error(request, GrpcAnswer.INVALID_ARGUMENT, 400, "Bad Request", wrong);
    }

    private Answer error(HttpRequest request, int grpcStatus, int status, String title, String detail) {
        if (GrpcAnswer.isFor(request)) {
            return grpc(request, grpcStatus, detail, null, List.of());
        }
        return answer(request, Document.of(status, title, detail), List.of());
    }

    private Answer grpc(
            HttpRequest request, int status, String message, @Nullable Standing standing, List<Field> fields) {
        List<Field> all = new ArrayList<>(GrpcAnswer.fields(status, message, standing));
        return answer(request, 200, all, fields, "", null);
    }

    private Answer answer(HttpRequest request, Document document, List<Field> fields) {
        Format format = Format.of(request.headers("Accept"));
        Written written = new Written(document, format);
        return answer(request, document.status(), contentType(format.contentType), fields, written.text(), written);
    }

    private Answer answer(HttpRequest request, int status, String contentType, String text, List<Field> fields) {
        return answer(request, status, contentType(contentType), fields, text, null);
    }

    private static List<Field> contentType(String type) {
        return List.of(new Field("Content-Type", type));
    }

    private Answer answer(
            HttpRequest request,
            int status,
            List<Field> content,
            List<Field> told,
            String text,
            @Nullable Written written) {
        List<Field> fields = new ArrayList<>(content);
        fields.add(NOT_STORED);
        fields.addAll(told);
        fields.addAll(Cors.exposing(request, told));
        fields.addAll(cors.welcoming(request));
        boolean silent = request.method().equals("HEAD");
        return new Answer(status, fields, silent ? new byte[0] : text.getBytes(StandardCharsets.UTF_8), written);
    }
}
