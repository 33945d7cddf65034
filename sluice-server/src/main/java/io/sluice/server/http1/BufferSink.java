package io.sluice.server.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.http.field.FieldSink;

/** Writes header lines into a buffer. One object serves all answers of a connection. */
public final class BufferSink implements FieldSink {
    private ByteBuf out = Unpooled.EMPTY_BUFFER;

    public BufferSink to(ByteBuf buffer) {
        out = buffer;
        return this;
    }

    @Override
    public void bytes(byte[] text) {
        out.writeBytes(text);
    }

    @Override
    public void number(long value) {
        AnswerWriter.number(out, value);
    }
}
