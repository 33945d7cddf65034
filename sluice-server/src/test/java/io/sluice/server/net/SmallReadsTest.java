package io.sluice.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class SmallReadsTest {
    private final ByteBufAllocator from = UnpooledByteBufAllocator.DEFAULT;
    private final SmallReads reads = new SmallReads();

    @Test
    void aBufferThatNobodyKeptServesTheNextReadOfAnyConnection() {
        ByteBuf first = connection().allocate(from);
        first.writeZero(100).release();
        ByteBuf second = connection().allocate(from);
        assertThat(second).isSameAs(first);
        assertThat(second.readableBytes()).isZero();
        second.release();
    }

    @Test
    void aBufferThatSomebodyKeptIsLeftAlone() {
        ByteBuf kept = connection().allocate(from);
        kept.writeByte(7);
        ByteBuf next = connection().allocate(from);
        next.writeByte(9);
        assertThat(next).isNotSameAs(kept);
        assertThat(kept.getByte(0)).isEqualTo((byte) 7);
        next.release();
        kept.release();
        assertThat(kept.refCnt()).as("the thread has let it go").isZero();
    }

    @Test
    void aPartThatSomebodyKeptKeepsTheWhole() {
        ByteBuf whole = connection().allocate(from);
        ByteBuf part = whole.writeZero(10).readRetainedSlice(4);
        whole.release();
        ByteBuf next = connection().allocate(from);
        assertThat(next).isNotSameAs(whole);
        next.release();
        part.release();
    }

    @Test
    void aConnectionThatReadsMuchAtOnceGetsLargeBuffersOfItsOwn() {
        ExtendedHandle busy = connection();
        ByteBuf small = busy.allocate(from);
        busy.attemptedBytesRead(small.capacity());
        busy.lastBytesRead(small.capacity());
        busy.readComplete();
        ByteBuf large = busy.allocate(from);
        assertThat(large.capacity()).isGreaterThan(small.capacity());
        assertThat(connection().guess()).as("others read as before").isEqualTo(small.capacity());
        large.release();
        small.release();
    }

    @SuppressWarnings("deprecation") // as transports do
    private ExtendedHandle connection() {
        ExtendedHandle handle = (ExtendedHandle) reads.newHandle();
        handle.reset(new EmbeddedChannel().config());
        return handle;
    }
}
