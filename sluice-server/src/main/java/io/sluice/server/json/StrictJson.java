package io.sluice.server.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads one JSON value that every reader takes for the same: in valid UTF-8, where each character has one form; without a member that comes twice, half of a character, or anything behind the value.
 */
public final class StrictJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private StrictJson() {}

    /** A missing node if there are no bytes. */
    public static JsonNode read(byte[] body) throws BadJsonException {
        String text = text(body);
        JsonNode json;
        try {
            json = MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new BadJsonException("", notJson(e));
        }
        if (text.contains("\\u")) { // written out, they are no UTF-8
            refuseHalves(json, "");
        }
        return json;
    }

    private static String text(byte[] body) throws BadJsonException {
        for (byte b : body) {
            if (b < 0) {
                return decoded(body);
            }
        }
        return new String(body, ISO_8859_1);
    }

    private static String decoded(byte[] body) throws BadJsonException {
        CharsetDecoder decoder = UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(body);
        CharBuffer out = CharBuffer.allocate(body.length);
        if (decoder.decode(in, out, true).isError()) {
            int at = in.position();
            throw new BadJsonException(
                    "",
                    String.format(
                            Locale.ROOT,
                            "the body is not valid UTF-8: byte %d (0x%02X) does not begin a character that is encoded in the"
                                    + " shortest way",
                            at + 1,
                            body[at]));
        }
        String text = out.flip().toString();
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    private static String notJson(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
        return "the body is not one JSON value" + place + ": " + reason(e);
    }

    /** Without what the parser says about its own settings. */
    private static String reason(JacksonException e) {
        String message = e.getOriginalMessage();
        int aside = message.indexOf(" (start marker");
        return aside < 0 ? message : message.substring(0, aside);
    }

    private static void refuseHalves(JsonNode json, String at) throws BadJsonException {
        if (json.isString()) {
            refuseHalf(json.stringValue(), at);
        } else if (json.isArray()) {
            for (int i = 0; i < json.size(); i++) {
                refuseHalves(json.get(i), at + "/" + i);
            }
        } else {
            for (Map.Entry<String, JsonNode> member : json.properties()) {
                refuseHalf(member.getKey(), at);
                refuseHalves(member.getValue(), at + "/" + Pointer.escaped(member.getKey()));
            }
        }
    }

    private static void refuseHalf(String text, String at) throws BadJsonException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new BadJsonException(
                        at,
                        String.format(
                                Locale.ROOT,
                                "%s has \\u%04x, which is half of a character; write both halves",
                                at.isEmpty() ? "the body" : at,
                                (int) c));
            }
        }
    }
}
