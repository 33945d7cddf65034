package io.sluice.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a script is given, one after another. */
final class Arguments {
    private final List<byte[]> all = new ArrayList<>();

    Arguments add(byte[] value) {
        all.add(value);
        return this;
    }

    Arguments add(String value) {
        return add(Bytes.of(value));
    }

    Arguments add(long value) {
        return add(Bytes.of(value));
    }

    List<String> texts() {
        return all.stream().map(one -> new String(one, StandardCharsets.UTF_8)).toList();
    }

    byte[][] toArray() {
        return all.toArray(byte[][]::new);
    }
}
