package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OrderedRepliesTest {
    private final OrderedReplies replies = new OrderedReplies();

    private String sent() {
        ByteBuf out = Unpooled.buffer();
        replies.ready().moveTo(out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void countsWhatWaitsWhereverItWaits() {
        replies.next().status("a");
        assertThat(replies.waiting()).isEqualTo(4);
        Consumer<Consumer<Replies>> first = replies.promise();
        replies.next().status("bb");
        Consumer<Consumer<Replies>> second = replies.promise();
        replies.next().status("ccc");
        assertThat(replies.waiting()).isEqualTo(4 + 5 + 6);
        assertThat(sent()).isEqualTo("+a\r\n");
        assertThat(replies.waiting()).isEqualTo(5 + 6);
        second.accept(out -> out.number(2));
        assertThat(replies.waiting()).isEqualTo(5 + 6);
        first.accept(out -> out.number(1));
        assertThat(replies.waiting()).isEqualTo(4 + 5 + 4 + 6);
        assertThat(sent()).isEqualTo(":1\r\n+bb\r\n:2\r\n+ccc\r\n");
        assertThat(replies.waiting()).isZero();
        replies.promise();
        assertThat(replies.waiting()).isZero();
    }
}
