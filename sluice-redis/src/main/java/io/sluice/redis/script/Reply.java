package io.sluice.redis.script;

import java.util.Iterator;
import java.util.List;

/** What a script answered, one after another. */
final class Reply {
    private final Iterator<Object> elements;

    Reply(List<Object> elements) {
        this.elements = elements.iterator();
    }

    long number() {
        return (Long) elements.next();
    }

    byte[] bytes() {
        return (byte[]) elements.next();
    }

    @SuppressWarnings("unchecked") // scripts answer nothing else
    List<Object> list() {
        return (List<Object>) elements.next();
    }
}
