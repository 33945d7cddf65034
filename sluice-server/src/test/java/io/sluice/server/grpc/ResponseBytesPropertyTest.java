package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import io.sluice.http.field.Field;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.RateLimitResponse.DescriptorStatus;
import io.sluice.rls.header.HeaderValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses put together by hand have the bytes that generated code gives them. */
class ResponseBytesPropertyTest {
    static LongStream seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.range(0, 500) : LongStream.of(only);
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void numbersAndNestedFieldsAreThoseOfProtobuf(long seed) throws IOException {
        Random random = new Random(seed);
        RateLimitResponse.Builder expected = RateLimitResponse.newBuilder();
        ResponseBytes written = new ResponseBytes();
        int code = random.nextInt(3);
        expected.setOverallCodeValue(code);
        written.number(RateLimitResponse.OVERALL_CODE_FIELD_NUMBER, code);
        for (int i = random.nextInt(20); i > 0; i--) {
            long remaining = random.nextLong() >>> (32 + random.nextInt(32));
            long seconds = random.nextLong() >>> (1 + random.nextInt(63));
            expected.addStatuses(DescriptorStatus.newBuilder()
                    .setLimitRemaining((int) remaining)
                    .setDurationUntilReset(Duration.newBuilder().setSeconds(seconds)));
            int inner = ResponseBytes.sizeOfNumber(seconds);
            written.begin(
                    RateLimitResponse.STATUSES_FIELD_NUMBER,
                    ResponseBytes.sizeOfNumber(remaining) + ResponseBytes.sizeOfField(inner));
            written.number(DescriptorStatus.LIMIT_REMAINING_FIELD_NUMBER, remaining);
            written.begin(DescriptorStatus.DURATION_UNTIL_RESET_FIELD_NUMBER, inner);
            written.number(Duration.SECONDS_FIELD_NUMBER, seconds);
        }
        assertThat(drained(written)).isEqualTo(expected.build().toByteArray());
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void headerFieldsBecomePairs(long seed) throws IOException {
        Random random = new Random(seed);
        RateLimitResponse.Builder expected = RateLimitResponse.newBuilder();
        ResponseBytes inPieces = new ResponseBytes();
        HeaderPairs pairs = new HeaderPairs(inPieces);
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            String name = "X-" + "n".repeat(random.nextInt(40));
            String text = "\"caf\u00e9: \";q=".repeat(random.nextInt(random.nextInt(10) == 0 ? 2_000 : 30));
            long number = random.nextLong() >> random.nextInt(64);
            fields.add(new Field(name, text + number));
            pairs.begin(name.getBytes(UTF_8));
            pairs.bytes(text.getBytes(UTF_8));
            pairs.number(number);
            pairs.end();
            expected.addResponseHeadersToAdd(
                    HeaderValue.newBuilder().setKey(name).setValue(text + number));
        }
        ResponseBytes atOnce = new ResponseBytes();
        new HeaderPairs(atOnce).write(fields);
        byte[] wanted = expected.build().toByteArray();
        assertThat(drained(inPieces)).isEqualTo(wanted);
        assertThat(atOnce.readAllBytes()).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, 99, 100, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE, -1})
    void digitsAreThoseOfTheNumber(long number) throws IOException {
        ResponseBytes written = new ResponseBytes();
        written.digits(number);
        assertThat(drained(written)).asString(UTF_8).isEqualTo(Long.toString(number));
    }

    private static byte[] drained(ResponseBytes response) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int length = response.available();
        assertThat(response.drainTo(all)).isEqualTo(length).isEqualTo(all.size());
        assertThat(response.read()).isEqualTo(-1);
        return all.toByteArray();
    }
}
