package io.sluice.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UInt64Value;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.KnownLength;
import io.grpc.Status;
import io.sluice.rls.RateLimitRequest;
import io.sluice.rls.RateLimitServiceGrpc;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import io.sluice.rls.type.RateLimitUnit;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever bytes come, a request says what generated code reads in them, and what that does not read is an error. */
class AskedMarshallerPropertyTest {
    private static final AskedMarshaller MARSHALLER =
            new AskedMarshaller(RateLimitServiceGrpc.getShouldRateLimitMethod().getRequestMarshaller());

    static LongStream seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.range(0, 2_000) : LongStream.of(only);
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void requestsSayWhatTheySaid(long seed) {
        Random random = new Random(seed);
        sameAsGenerated(request(random).toByteArray());
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void damagedRequestsAreReadAlikeOrNotAtAll(long seed) {
        Random random = new Random(seed);
        byte[] bytes = usual(random).toByteArray();
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt(32) : random.nextInt());
        }
        int cut = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
        sameAsGenerated(Arrays.copyOf(bytes, cut));
    }

    @Test
    void whatMostSendIsOfTheUsualForm() {
        Random random = new Random(1);
        UsualForm form = new UsualForm();
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = usual(random).toByteArray();
            System.arraycopy(bytes, 0, form.bytes(), 0, bytes.length);
            assertThat(form.read(bytes.length)).isNotNull();
        }
    }

    private static void sameAsGenerated(byte[] bytes) {
        List<String> wanted = generated(bytes);
        if (wanted == null) {
            assertThat(MARSHALLER.parse(known(bytes)).unread())
                    .isNotNull()
                    .extracting(Status::getCode)
                    .isEqualTo(Status.Code.INVALID_ARGUMENT);
        } else {
            assertThat(said(MARSHALLER.parse(known(bytes)))).isEqualTo(wanted);
            assertThat(said(MARSHALLER.parse(new ByteArrayInputStream(bytes)))).isEqualTo(wanted);
        }
    }

    private static InputStream known(byte[] bytes) {
        final class Known extends ByteArrayInputStream implements KnownLength {
            Known() {
                super(bytes);
            }
        }
        return new Known();
    }

    private static @Nullable List<String> generated(byte[] bytes) {
        try {
            RateLimitRequest request = RateLimitRequest.parseFrom(bytes);
            List<String> all = new ArrayList<>();
            for (RateLimitDescriptor one : request.getDescriptorsList()) {
                List<String> pairs = new ArrayList<>();
                one.getEntriesList().forEach(entry -> pairs.add(entry.getKey() + "=" + entry.getValue()));
                long times = one.hasHitsAddend()
                        ? one.getHitsAddend().getValue()
                        : Math.max(1, Integer.toUnsignedLong(request.getHitsAddend()));
                all.add(request.getDomain() + pairs + times + one.getIsNegativeHits() + one.hasLimit());
            }
            all.add(request.getDomain());
            return all;
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private static List<String> said(Asked asked) {
        List<String> all = new ArrayList<>();
        for (Described one : asked.descriptors()) {
            List<String> pairs = new ArrayList<>();
            for (int i = 0; i < one.size(); i++) {
                pairs.add(one.key(i) + "=" + one.value(i));
            }
            all.add(asked.domain() + pairs + asked.times(one) + one.givesBack() + (one.limit() != null));
        }
        all.add(asked.domain());
        return all;
    }

    private static RateLimitRequest usual(Random random) {
        RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain("shop");
        for (int i = random.nextInt(3); i >= 0; i--) {
            RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
            for (int j = random.nextInt(5); j >= 0; j--) {
                descriptor.addEntries(RateLimitDescriptor.Entry.newBuilder()
                        .setKey("remote_address")
                        .setValue("/v1/items/" + "x".repeat(random.nextInt(200))));
            }
            request.addDescriptors(descriptor);
        }
        return request.setHitsAddend(random.nextInt(3) * random.nextInt(8_000)).build();
    }

    private static RateLimitRequest request(Random random) {
        RateLimitRequest.Builder request = usual(random).toBuilder();
        for (int i = 0; i < request.getDescriptorsCount(); i++) {
            RateLimitDescriptor.Builder one = request.getDescriptorsBuilder(i);
            switch (random.nextInt(8)) {
                case 0 -> one.setHitsAddend(UInt64Value.of(random.nextInt(5)));
                case 1 -> one.setIsNegativeHits(true);
                case 2 -> one.getLimitBuilder().setRequestsPerUnit(7).setUnit(RateLimitUnit.HOUR);
                case 3 -> one.getEntriesBuilder(0).setKey("").setValue("caf\u00e9 \ud83d\ude00");
                case 4 -> one.clearEntries();
                case 5 -> one.setUnknownFields(unknown());
                case 6 -> {
                    for (int more = random.nextInt(20); more > 0; more--) {
                        one.addEntries(one.getEntries(0));
                    }
                }
                default -> {}
            }
        }
        switch (random.nextInt(8)) {
            case 0 -> request.setHitsAddend(random.nextInt());
            case 1 -> request.setDomain("caf\u00e9");
            case 2 -> request.setUnknownFields(unknown());
            case 3 -> request.setDomain("d".repeat(random.nextInt(20_000)));
            default -> {}
        }
        return request.build();
    }

    private static UnknownFieldSet unknown() {
        return UnknownFieldSet.newBuilder()
                .addField(15, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                .build();
    }
}
