package io.sluice.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.core.ManualClock;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A connection without a network, in a time of its own; what is written in texts is one byte a character. */
final class Talk {
    static final long MAX_KEYS = 1000;

    final ManualClock clock = new ManualClock();
    private final EmbeddedChannel channel;

    Talk() {
        this(Optional.empty());
    }

    Talk(Optional<String> password) {
        Cells cells = new MemoryCells(clock, MAX_KEYS);
        Login login = new Login(password);
        Commands commands = new Commands(login, new InfoText(cells), () -> 1);
        channel = new EmbeddedChannel(new RespConnection(cells, commands, new Session(7, login.isNeeded())));
    }

    /** What comes back to these bytes; nothing once the connection was closed. */
    String send(String bytes) {
        if (!channel.isOpen()) {
            return "";
        }
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
        StringBuilder replies = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            replies.append(out.toString(StandardCharsets.ISO_8859_1));
            out.release();
        }
        return replies.toString();
    }

    /** What comes back to a command, its words as arguments. */
    String ask(String... words) {
        return send(command(words));
    }

    static String command(String... words) {
        StringBuilder bytes = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            bytes.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return bytes.toString();
    }

    /** The numbers of a {@code CL.THROTTLE}, as words with spaces between them. */
    String throttle(String words) {
        String reply = ask(("CL.THROTTLE " + words).split(" ", -1));
        return reply.startsWith("*5\r\n:")
                ? reply.substring(5).replace("\r\n:", " ").trim()
                : reply;
    }

    boolean isOpen() {
        return channel.isOpen();
    }
}
