package io.sluice.http.client;

import io.sluice.http.client.ProxyProtocol.Header;
import io.sluice.http.client.ProxyProtocol.Malformed;
import io.sluice.http.client.ProxyProtocol.NeedMore;
import io.sluice.http.client.ProxyProtocol.Result;
import io.sluice.rules.list.Address;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Version 1 of the PROXY protocol: {@code PROXY TCP4 192.0.2.1 192.0.2.2 56324 443}. */
final class ProxyLine {
    /** With its end. */
    private static final int LONGEST = 107;

    private static final String START = "PROXY ";

    private ProxyLine() {}

    static Result read(ByteBuffer bytes) {
        int start = bytes.position();
        int most = Math.min(bytes.remaining(), LONGEST);
        for (int i = 0; i < most; i++) {
            byte b = bytes.get(start + i);
            if (i < START.length() && b != START.charAt(i)) {
                return new Malformed("does not begin with PROXY");
            }
            if (b == '\n') {
                return line(bytes, i + 1);
            }
        }
        return most == LONGEST ? new Malformed("longer than " + LONGEST + " bytes") : new NeedMore();
    }

    private static Result line(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(bytes.position(), text);
        Result result = parse(new String(text, StandardCharsets.ISO_8859_1));
        if (result instanceof Header) {
            bytes.position(bytes.position() + length);
        }
        return result;
    }

    private static Result parse(String line) {
        if (!line.endsWith("\r\n")) {
            return new Malformed("does not end in CR LF");
        }
        String[] words = line.substring(START.length(), line.length() - 2).split(" ", -1);
        if (words[0].equals("UNKNOWN")) {
            return new Header(null);
        }
        boolean ipv4 = words[0].equals("TCP4");
        if (words.length != 5 || (!ipv4 && !words[0].equals("TCP6"))) {
            return new Malformed("not TCP4 or TCP6, two addresses and two ports");
        }
        Address client = Address.of(words[1]);
        boolean right = client != null
                && Address.of(words[2]) != null
                && words[1].indexOf(':') < 0 == ipv4
                && isPort(words[3])
                && isPort(words[4]);
        return right ? new Header(client) : new Malformed("not two addresses and two ports");
    }

    private static boolean isPort(String word) {
        return word.matches("[0-9]{1,5}") && Integer.parseInt(word) <= 65_535;
    }
}
