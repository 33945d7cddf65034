package io.sluice.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Buffers to read into. One that is small is used again for the next read of its thread, whichever connection that is on, unless somebody has kept it or part of it: a request is usually understood, and
 * forgotten, before the next is read.
 */
public final class SmallReads implements RecvByteBufAllocator {
    /** A connection that has read more than this at once gets buffers of its own. */
    private static final int SMALL = 2_048;

    private static final FastThreadLocal<Reused> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected Reused initialValue() {
            return new Reused();
        }

        @Override
        protected void onRemoval(Reused reused) {
            reused.buffer.release();
        }
    };

    private final RecvByteBufAllocator sizes = new AdaptiveRecvByteBufAllocator();

    /** The buffer of one thread. */
    private static final class Reused {
        private ByteBuf buffer = Unpooled.EMPTY_BUFFER;

        ByteBuf take(ByteBufAllocator from) {
            if (buffer.capacity() != SMALL || buffer.refCnt() != 1) {
                buffer.release();
                buffer = from.directBuffer(SMALL, SMALL);
            }
            return buffer.clear().retain();
        }
    }

    @Override
    @SuppressWarnings("deprecation") // the only way to be asked for a buffer
    public Handle newHandle() {
        return new Reads((ExtendedHandle) sizes.newHandle());
    }

    /** Of one connection. */
    @SuppressWarnings("deprecation") // transports still ask for it
    private static final class Reads implements ExtendedHandle {
        private final ExtendedHandle sizes;

        Reads(ExtendedHandle sizes) {
            this.sizes = sizes;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator from) {
            return sizes.guess() <= SMALL ? OF_THREAD.get().take(from) : sizes.allocate(from);
        }

        @Override
        public int guess() {
            return sizes.guess();
        }

        @Override
        public void reset(ChannelConfig config) {
            sizes.reset(config);
        }

        @Override
        public void incMessagesRead(int messages) {
            sizes.incMessagesRead(messages);
        }

        @Override
        public void lastBytesRead(int bytes) {
            sizes.lastBytesRead(bytes);
        }

        @Override
        public int lastBytesRead() {
            return sizes.lastBytesRead();
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            sizes.attemptedBytesRead(bytes);
        }

        @Override
        public int attemptedBytesRead() {
            return sizes.attemptedBytesRead();
        }

        @Override
        public boolean continueReading() {
            return sizes.continueReading();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier moreToCome) {
            return sizes.continueReading(moreToCome);
        }

        @Override
        public void readComplete() {
            sizes.readComplete();
        }
    }
}
