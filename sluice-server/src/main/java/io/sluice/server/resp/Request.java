package io.sluice.server.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A command and its arguments, as places in the bytes they came in: valid until the next one is read. One is enough for a
 * connection.
 */
final class Request {
    private byte[] bytes = new byte[0];
    private int[] places = new int[16];
    private int count;

    /** Forgets the arguments, and takes the next from these bytes. */
    void begin(byte[] in) {
        bytes = in;
        count = 0;
    }

    void add(int from, int to) {
        if (2 * count == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[2 * count] = from;
        places[2 * count + 1] = to;
        count++;
    }

    byte[] bytes() {
        return bytes;
    }

    /** With the command's name, which is argument 0. */
    int count() {
        return count;
    }

    int from(int i) {
        return places[2 * i];
    }

    int to(int i) {
        return places[2 * i + 1];
    }

    int length(int i) {
        return to(i) - from(i);
    }

    /** Whether it is this word, given in lower case, in whatever case. */
    boolean is(int i, byte[] lower) {
        int from = from(i);
        if (to(i) - from != lower.length) {
            return false;
        }
        for (int j = 0; j < lower.length; j++) {
            byte b = bytes[from + j];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lower[j]) {
                return false;
            }
        }
        return true;
    }

    byte[] copy(int i) {
        return Arrays.copyOfRange(bytes, from(i), to(i));
    }

    /** One character a byte: nothing is lost. */
    String text(int i) {
        return new String(bytes, from(i), length(i), StandardCharsets.ISO_8859_1);
    }

    /** The same, no longer than so many bytes and up to a zero, as C would print it. */
    String shown(int i, int most) {
        String text = text(i);
        int zero = text.indexOf(0);
        return text.substring(0, Math.min(zero < 0 ? text.length() : zero, most));
    }
}
