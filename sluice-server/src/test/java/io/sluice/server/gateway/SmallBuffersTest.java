package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SmallBuffersTest {
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true);

    private final SmallBuffers buffers = new SmallBuffers();
    private final Set<ByteBuf> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    @AfterEach
    void leavesNothingBehind() {
        buffers.close();
        assertThat(seen).allMatch(buffer -> buffer.refCnt() == 0);
    }

    private ByteBuf take(int bytes) {
        ByteBuf taken = buffers.take(ALLOCATOR, bytes);
        assertThat(taken.readableBytes()).isZero();
        assertThat(taken.writableBytes()).isGreaterThanOrEqualTo(bytes);
        seen.add(taken);
        return taken;
    }

    @Test
    void usesWhatWasSentAgain() {
        for (int i = 0; i < 1_000; i++) {
            take(300).writeInt(i).release();
        }
        assertThat(seen).hasSizeLessThan(100);
    }

    @Test
    void leavesAloneWhatIsStillToBeSent() {
        List<ByteBuf> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(take(300).writeInt(i));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(waiting.get(i).readInt()).isEqualTo(i);
            waiting.get(i).release();
        }
    }

    @Test
    void leavesAloneWhatIsHeldInPart() {
        ByteBuf whole = take(300).writeLong(42);
        ByteBuf part = whole.readRetainedSlice(8);
        whole.release();
        for (int i = 0; i < 100; i++) {
            take(300).writeLong(i).release();
        }
        assertThat(part.readLong()).isEqualTo(42);
        part.release();
    }

    private ByteBuf holding(byte[] bytes) {
        ByteBuf held = buffers.holding(ALLOCATOR, bytes);
        byte[] read = new byte[held.readableBytes()];
        held.getBytes(held.readerIndex(), read);
        assertThat(read).isEqualTo(bytes);
        seen.add(held);
        return held;
    }

    @Test
    void sendsTheSameBytesAgainWithoutCopyingThem() {
        byte[] bytes = {1, 2, 3};
        ByteBuf first = holding(bytes);
        first.readByte();
        first.release();
        bytes[0] = 9; // nobody does that: it shows that they are not looked at again
        assertThat(buffers.holding(ALLOCATOR, bytes)).isSameAs(first);
        assertThat(first.readableBytes()).isEqualTo(3);
        assertThat(first.readByte()).isEqualTo((byte) 1);
        first.release();
    }

    @Test
    void otherBytesAreOtherBytes() {
        byte[] bytes = {1, 2, 3};
        for (int i = 0; i < 100; i++) {
            holding(bytes).release();
            holding(bytes.clone()).release();
            holding(new byte[] {(byte) i}).release();
            holding(new byte[5_000]).release();
        }
        assertThat(seen).hasSizeLessThan(200);
    }

    @Test
    void leavesAloneTheSameBytesThatAreStillToBeSent() {
        byte[] bytes = {1, 2, 3};
        ByteBuf waiting = holding(bytes);
        waiting.readByte();
        ByteBuf second = holding(bytes);
        assertThat(second).isNotSameAs(waiting);
        holding(new byte[] {7, 7, 7}).release();
        assertThat(waiting.readableBytes()).isEqualTo(2);
        assertThat(waiting.readByte()).isEqualTo((byte) 2);
        waiting.release();
        second.release();
    }

    @Test
    void givesAwayWhatHasGrown() {
        ByteBuf grown = take(300).writeZero(5_000);
        grown.release();
        for (int i = 0; i < 100; i++) {
            take(300).release();
        }
        assertThat(grown.refCnt()).isZero();
        take(5_000).release();
    }
}
