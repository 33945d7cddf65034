package io.sluice.http.answer;

import static io.sluice.http.TestRuling.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.http.field.Standing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrpcAnswerTest {
    private static final String MESSAGE = "Maximum 100 requests per hour allowed. Try again in 2 s.";
    private final Answers answers = new Answers(Cors.NONE);
    private final TestRequest call =
            TestRequest.of("POST", "/pkg.Service/Call").with("Content-Type", "application/grpc+proto");

    @Test
    void refusedIsResourceExhausted() {
        Answer answer = refused(1_500_000_001);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("Content-Type")).isEqualTo("application/grpc");
        assertThat(answer.field("grpc-status")).isEqualTo("8");
        assertThat(answer.field("grpc-message")).isEqualTo(MESSAGE);
        assertThat(answer.field("grpc-retry-pushback-ms")).isEqualTo("1501");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void theDetailsAreAStatusMessage() {
        String details = refused(1_500_000_001).field("grpc-status-details-bin");
        assertThat(read(Base64.getDecoder().decode(details)))
                .containsExactly(
                        "1=8",
                        "2=" + MESSAGE,
                        "3.1=type.googleapis.com/google.rpc.RetryInfo",
                        "3.2.1.1=1",
                        "3.2.1.2=500000001",
                        "3.1=type.googleapis.com/google.rpc.QuotaFailure",
                        "3.2.1.1=api",
                        "3.2.1.2=" + MESSAGE);
    }

    @Test
    void whereNoWaitHelpsTheClientIsToldNotToRetry() {
        Answer answer = refused(Long.MAX_VALUE);
        assertThat(answer.field("grpc-retry-pushback-ms")).isEqualTo("-1");
        assertThat(read(Base64.getDecoder().decode(answer.field("grpc-status-details-bin"))))
                .noneMatch(line -> line.contains("RetryInfo"));
        assertThat(refused(Long.MAX_VALUE - 1).field("grpc-retry-pushback-ms")).isEqualTo("2147483647");
    }

    @Test
    void deniedAndBadRequestsHaveTheirOwnStatus() {
        assertThat(answers.denied(call).field("grpc-status")).isEqualTo("7");
        assertThat(answers.denied(call).status()).isEqualTo(200);
        Answer bad = answers.badRequest(call, "100% \u00e9\n");
        assertThat(bad.field("grpc-status")).isEqualTo("3");
        assertThat(bad.field("grpc-message")).isEqualTo("100%25 %C3%A9%0A");
        assertThat(bad.field("grpc-status-details-bin")).isNull();
    }

    private Answer refused(long waitNanos) {
        Standing standing = Standing.of(TestRuling.refused(waitNanos, SECOND, TestRules.rule("api", "100/h")));
        return answers.refused(call, standing, List.of(), 0);
    }

    /** Reads the wire format without knowing the messages: field 3 and what it holds are messages but for type names. */
    private static List<String> read(byte[] bytes) {
        List<String> lines = new ArrayList<>();
        read(ByteBuffer.wrap(bytes), "", lines);
        return lines;
    }

    private static void read(ByteBuffer bytes, String path, List<String> lines) {
        while (bytes.hasRemaining()) {
            long tag = varint(bytes);
            String name = path + (tag >> 3);
            if ((tag & 7) == 0) {
                lines.add(name + "=" + varint(bytes));
                continue;
            }
            byte[] value = new byte[(int) varint(bytes)];
            bytes.get(value);
            if (List.of("3", "3.2", "3.2.1").contains(name)) {
                read(ByteBuffer.wrap(value), name + ".", lines);
            } else {
                lines.add(name + "=" + new String(value, StandardCharsets.UTF_8));
            }
        }
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = bytes.get();
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }
}
