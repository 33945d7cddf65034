package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.server.gateway.Leaks;
import java.io.ByteArrayOutputStream;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private final EmbeddedChannel connection = new EmbeddedChannel(new Gathering());

    @AfterEach
    void nothingIsLost() {
        connection.finishAndReleaseAll();
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void smallPiecesLeaveAsOneWhenFlushed() {
        ChannelFuture first = connection.write(piece("HEADERS "));
        ChannelFuture second = connection.write(piece("DATA"));

        assertThat(first.isDone()).isFalse();
        assertThat(connection.outboundMessages()).isEmpty();

        connection.flush();

        assertThat(sent()).containsExactly("HEADERS DATA");
        assertThat(first.isSuccess()).isTrue();
        assertThat(second.isSuccess()).isTrue();
    }

    @Test
    void piecesOfTheNextFlushAreTheirOwn() {
        put(piece("one"));
        connection.flush();
        ChannelFuture later = connection.write(piece("two"));

        assertThat(sent()).containsExactly("one");
        assertThat(later.isDone()).isFalse();

        connection.flush();

        assertThat(sent()).containsExactly("two");
        assertThat(later.isSuccess()).isTrue();
    }

    @Test
    void aLongPieceIsNotCopiedAndKeepsItsPlace() {
        ByteBuf longOne = Unpooled.wrappedBuffer(new byte[Gathering.SMALL + 1]);
        put(piece("before"));
        put(longOne);
        put(piece("after"));
        connection.flush();

        assertThat(next()).isEqualTo("before");
        assertThat(connection.<ByteBuf>readOutbound()).isSameAs(longOne);
        assertThat(next()).isEqualTo("after");
    }

    @Test
    void whatIsNotBytesKeepsItsPlaceToo() {
        put(piece("before"));
        put("something else");
        connection.flush();

        assertThat(next()).isEqualTo("before");
        assertThat(connection.<Object>readOutbound()).isEqualTo("something else");
    }

    @Test
    void piecesOfAllSizesArriveInTheirOrderAndNoneIsKept() {
        Random random = new Random(20_261_116);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        List<ByteBuf> pieces = new ArrayList<>();
        List<ChannelFuture> futures = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(2 * Gathering.SMALL)];
            random.nextBytes(bytes);
            expected.writeBytes(bytes);
            pieces.add(Unpooled.copiedBuffer(bytes));
            futures.add(connection.write(pieces.get(i)));
            if (random.nextInt(50) == 0) {
                connection.flush();
            }
        }
        connection.flush();

        ByteArrayOutputStream arrived = new ByteArrayOutputStream();
        for (ByteBuf part = connection.readOutbound(); part != null; part = connection.readOutbound()) {
            assertThat(part.readableBytes()).isLessThanOrEqualTo(Gathering.ROOM);
            arrived.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }
        assertThat(arrived.toByteArray()).isEqualTo(expected.toByteArray());
        assertThat(futures).allMatch(ChannelFuture::isSuccess);
        assertThat(pieces).allMatch(piece -> piece.refCnt() == 0);
    }

    @Test
    void moreThanThereIsRoomForLeavesUnasked() {
        int count = Gathering.ROOM / Gathering.SMALL + 1;
        for (int i = 0; i < count; i++) {
            put(Unpooled.wrappedBuffer(new byte[Gathering.SMALL]));
        }

        assertThat(connection.unsafe().outboundBuffer().totalPendingWriteBytes())
                .isGreaterThanOrEqualTo(Gathering.ROOM);
    }

    @Test
    void whoWaitsIsToldThatTheConnectionHasBroken() {
        ChannelFuture lost = connection.write(piece("never"));
        var unused = connection.close();
        connection.runPendingTasks();

        assertThat(lost.isDone()).isTrue();
        assertThat(lost.cause()).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void nobodyHasToWait() {
        var unused = connection.write(piece("no "), connection.voidPromise());
        put(piece("reply"));
        connection.flush();

        assertThat(sent()).containsExactly("no reply");
    }

    private void put(Object message) {
        var unused = connection.write(message);
    }

    private static ByteBuf piece(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }

    private @Nullable String next() {
        ByteBuf part = connection.readOutbound();
        if (part == null) {
            return null;
        }
        String text = part.toString(US_ASCII);
        part.release();
        return text;
    }

    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        for (String part = next(); part != null; part = next()) {
            sent.add(part);
        }
        return sent;
    }
}
