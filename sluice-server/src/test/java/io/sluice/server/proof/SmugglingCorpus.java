package io.sluice.server.proof;

import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that two servers may cut into requests differently. In each, {@code /NNNN/} stands for a path of its own, {@code /NNNN/hidden} is the request that nobody must see, and
 * {@code /NNNN/1}, {@code /NNNN/2} are those that may come through.
 */
final class SmugglingCorpus {
    /**
     * One attack.
     *
     * @param passes how many requests come through, the last one included that is sent behind every attack; 0 if the first is refused
     */
    record Attack(String name, String bytes, int passes) {
        /** With a path that no other attack has. */
        String numbered(int number) {
            return bytes.replace("NNNN", String.format("%04d", number));
        }
    }

    private static final String HIDDEN = "GET /NNNN/hidden HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String HIDDEN_SIZE = Integer.toHexString(HIDDEN.length());
    private static final String POST = "POST /NNNN/1 HTTP/1.1\r\nHost: a\r\n";
    private static final String GET = "GET /NNNN/1 HTTP/1.1\r\nHost: a\r\n";
    /** Behind every attack, so that the connection ends. */
    static final String LAST = "GET /NNNN/last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    private SmugglingCorpus() {}

    static List<Attack> all() {
        List<Attack> attacks = new ArrayList<>();
        contradictions(attacks);
        encodings(attacks);
        lengths(attacks);
        lines(attacks);
        firstLines(attacks);
        chunks(attacks);
        harmless(attacks);
        return attacks;
    }

    private static void refused(List<Attack> attacks, String name, String bytes) {
        attacks.add(new Attack(name, bytes + LAST, 0));
    }

    private static void passes(List<Attack> attacks, int requests, String name, String bytes) {
        attacks.add(new Attack(name, bytes + LAST, requests + 1));
    }

    private static void contradictions(List<Attack> attacks) {
        String chunked = "0\r\n\r\n" + HIDDEN;
        refused(
                attacks,
                "CL.TE",
                POST + "Content-Length: " + chunked.length() + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked);
        refused(
                attacks,
                "TE.CL",
                POST + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN
                        + "\r\n0\r\n\r\n");
        refused(
                attacks,
                "CL.0 with TE",
                POST + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN
                        + "\r\n0\r\n\r\n");
        refused(
                attacks,
                "TE in HTTP/1.0",
                "POST /NNNN/1 HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunked);
        refused(
                attacks,
                "both in HTTP/1.0",
                "POST /NNNN/1 HTTP/1.0\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunked);
        refused(
                attacks,
                "CL.CL",
                POST + "Content-Length: 0\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        refused(attacks, "same CL twice", POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab" + HIDDEN);
        refused(attacks, "CL list", POST + "Content-Length: 0, " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
    }

    private static void encodings(List<Attack> attacks) {
        for (String encoding : List.of(
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunkedx",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding:\u000bchunked",
                "Transfer-Encoding: \u000cchunked",
                "Transfer-Encoding: chunked\u0000",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding\t: chunked",
                " Transfer-Encoding: chunked",
                "X: y\r\n Transfer-Encoding: chunked",
                "Transfer-Encoding:\r\n chunked",
                "Transfer-Encoding: chu\r\n nked",
                "X: y\rTransfer-Encoding: chunked",
                "X: y\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\u00ff",
                "\u0000Transfer-Encoding: chunked",
                "Transfer-Encoding\u0000: chunked",
                "Transfer-Encoding",
                "Transfer-Encoding: ",
                "Transfer-Encoding: chunked,")) {
            refused(attacks, encoding, POST + encoding + "\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + HIDDEN);
            refused(attacks, encoding + " alone", POST + encoding + "\r\n\r\n0\r\n\r\n" + HIDDEN);
        }
        for (String alias : List.of("Transfer_Encoding: chunked", "X-Transfer-Encoding: chunked")) {
            passes(attacks, 1, alias, POST + alias + "\r\nContent-Length: 5\r\n\r\n0\r\n\r\n");
        }
    }

    private static void lengths(List<Attack> attacks) {
        for (String length : List.of(
                "+0",
                "-0",
                "-1",
                "0x5",
                "5 5",
                "5\u0000",
                "\u000b5",
                "5,",
                ",5",
                "1e1",
                "5.0",
                "\"5\"",
                "",
                "5;x",
                "18446744073709551616",
                "9223372036854775808",
                "0\r\n 5",
                "\u0665")) {
            refused(
                    attacks,
                    "Content-Length: " + length,
                    POST + "Content-Length: " + length + "\r\n\r\nabcde" + HIDDEN);
        }
        refused(
                attacks,
                "space before the colon of a length",
                POST + "Content-Length : " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        refused(
                attacks,
                "length in a folded line",
                POST + "X: y\r\n Content-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        refused(
                attacks,
                "length behind a bare line feed",
                GET + "X: y\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        refused(
                attacks,
                "length behind a bare return",
                GET + "X: y\rContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
    }

    private static void lines(List<Attack> attacks) {
        refused(attacks, "all bare line feeds", "GET /NNNN/1 HTTP/1.1\nHost: a\n\n" + HIDDEN);
        refused(attacks, "head ends with bare line feeds", "GET /NNNN/1 HTTP/1.1\r\nHost: a\n\n" + HIDDEN);
        refused(attacks, "head ends in a bare return", "GET /NNNN/1 HTTP/1.1\r\nHost: a\r\n\r" + HIDDEN);
        refused(attacks, "return twice", "GET /NNNN/1 HTTP/1.1\r\nHost: a\r\r\n\r\n" + HIDDEN);
        refused(attacks, "folded value", GET + "X: a\r\n b\r\n\r\n");
        refused(attacks, "first line is folded", "GET /NNNN/1 HTTP/1.1\r\n Host: a\r\n\r\n");
        refused(attacks, "NUL in a value", GET + "X: a\u0000b\r\n\r\n");
        refused(attacks, "NUL in a name", GET + "X\u0000: a\r\n\r\n");
        refused(attacks, "request in a value", GET + "X: a\r\r\n\r\n" + HIDDEN);
        refused(attacks, "no colon", GET + "X\r\n\r\n");
        refused(attacks, "no name", GET + ": x\r\n\r\n");
        refused(attacks, "Host twice", GET + "Host: b\r\n\r\n");
        refused(attacks, "same Host twice", GET + "Host: a\r\n\r\n");
        refused(attacks, "no Host", "GET /NNNN/1 HTTP/1.1\r\n\r\n");
        refused(attacks, "Host with a path", "GET /NNNN/1 HTTP/1.1\r\nHost: a/NNNN/hidden\r\n\r\n");
        refused(attacks, "Host with two names", "GET /NNNN/1 HTTP/1.1\r\nHost: a b\r\n\r\n");
        refused(attacks, "Host with a space before the colon", "GET /NNNN/1 HTTP/1.1\r\nHost : a\r\n\r\n");
        refused(attacks, "name with a space", GET + "X Y: z\r\n\r\n");
    }

    private static void firstLines(List<Attack> attacks) {
        for (String line : List.of(
                "\u0001GET /NNNN/1 HTTP/1.1",
                "\u0000GET /NNNN/1 HTTP/1.1",
                " GET /NNNN/1 HTTP/1.1",
                "\tGET /NNNN/1 HTTP/1.1",
                "\nGET /NNNN/1 HTTP/1.1",
                "\r\n\r\nGET /NNNN/1 HTTP/1.1",
                "GET  /NNNN/1 HTTP/1.1",
                "GET /NNNN/1  HTTP/1.1",
                "GET /NNNN/1 HTTP/1.1 ",
                "GET\t/NNNN/1 HTTP/1.1",
                "GET /NNNN/1\tHTTP/1.1",
                "GET /NNNN/1 HTTP/1.1\r",
                "GET /NNNN/1 /NNNN/hidden HTTP/1.1",
                "GET /NNNN/1 HTTP/1.1 HTTP/1.1",
                "GET /NNNN/1",
                "GET /NNNN/1 http/1.1",
                "GET /NNNN/1 HTTP/01.1",
                "GET /NNNN/1 HTTP/1.01",
                "GET /NNNN/1 HTTP/1.10",
                "GET /NNNN/1 HTTP/1",
                "GET /NNNN/1 HTTP/2.0",
                "GET /NNNN/1 HTTP/1.2",
                "GET /NNNN/1 HTTP/0.9",
                "GET /NNNN/1 ICAP/1.1",
                "GET NNNN/1 HTTP/1.1",
                "GET //a@b/NNNN/1#x HTTP/1.1",
                "GET /NNNN/1\u0000 HTTP/1.1",
                "GET /NNNN/1\u00e4 HTTP/1.1",
                "GET /NNNN/1\u007f HTTP/1.1",
                "CONNECT a:80 HTTP/1.1",
                "TRACE /NNNN/1 HTTP/1.1",
                "G\u0000T /NNNN/1 HTTP/1.1",
                "GET\u000b/NNNN/1 HTTP/1.1",
                "PRI * HTTP/2.0",
                "GET http://u:p@a/NNNN/1 HTTP/1.1",
                "GET ftp://a/NNNN/1 HTTP/1.1",
                "(GET /NNNN/1 HTTP/1.1")) {
            refused(attacks, line, line + "\r\nHost: a\r\n\r\n" + HIDDEN);
        }
    }

    private static void chunks(List<Attack> attacks) {
        String start = POST + "Transfer-Encoding: chunked\r\n\r\n";
        for (String body : List.of(
                "+0\r\n\r\n",
                "-1\r\n\r\n",
                "0x0\r\n\r\n",
                " 0\r\n\r\n",
                "0 \r\n\r\n",
                "\t0\r\n\r\n",
                "00000000000000000000\r\n\r\n",
                "\r\n0\r\n\r\n",
                "g\r\n\r\n",
                "\r\n\r\n",
                "0\n\r\n",
                "0\r\n\n",
                "0\r\r\n\r\n",
                "5;x\r\nabcde\r\n0\r\n\r\n",
                "5;x=\"\r\n\"\r\nabcde\r\n0\r\n\r\n",
                "5;\nabcde\r\n0\r\n\r\n",
                "5;x\nabcde\r\n0\r\n\r\n",
                "5\nabcde\r\n0\r\n\r\n",
                "5\rabcde\r\n0\r\n\r\n",
                "5\r\nabcdeX\r\n0\r\n\r\n",
                "5\r\nabcdeXX0\r\n\r\n",
                "5\r\nabcde\n0\r\n\r\n",
                "5\r\nabcde\r0\r\n\r\n",
                "5\r\nabcde0\r\n\r\n",
                "4\r\nabcde\r\n0\r\n\r\n",
                "10000000000000005\r\nabcde\r\n0\r\n\r\n",
                "fffffffffffffffb\r\nabcde\r\n0\r\n\r\n",
                "0\r\nX: y\n\r\n",
                "0\r\nX : y\r\n\r\n",
                "0\r\nX: y\r\n z\r\n\r\n",
                "0\r\nX\u0000: y\r\n\r\n",
                "0\r\n: y\r\n\r\n")) {
            attacks.add(new Attack("chunk " + body, start + body + HIDDEN + LAST, 0));
        }
    }

    private static void harmless(List<Attack> attacks) {
        passes(
                attacks,
                1,
                "request in a body with a length",
                POST + "Content-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        passes(
                attacks,
                1,
                "request in a chunk",
                POST + "Transfer-Encoding: chunked\r\n\r\n" + HIDDEN_SIZE + "\r\n" + HIDDEN + "\r\n0\r\n\r\n");
        passes(
                attacks,
                1,
                "request in a body of GET",
                GET + "Content-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        passes(attacks, 1, "chunked in any case", POST + "transfer-ENCODING: CHUNKED\r\n\r\n5\r\nabcde\r\n0\r\n\r\n");
        passes(attacks, 1, "URL against Host", "GET http://b/NNNN/1 HTTP/1.1\r\nHost: a\r\n\r\n");
        passes(
                attacks,
                1,
                "Connection names the length",
                POST + "Connection: Content-Length\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN);
        passes(
                attacks,
                1,
                "Connection names the encoding",
                POST + "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n" + HIDDEN_SIZE + "\r\n"
                        + HIDDEN + "\r\n0\r\n\r\n");
        passes(attacks, 1, "empty line in front", "\r\n" + GET + "\r\n");
        passes(
                attacks,
                3,
                "pipelined",
                GET + "\r\n" + "GET /NNNN/2 HTTP/1.1\r\nHost: a\r\n\r\n" + "HEAD /NNNN/2 HTTP/1.1\r\nHost: a\r\n\r\n");
        passes(attacks, 1, "leading zeros", POST + "Content-Length: 005\r\n\r\nabcde");
        passes(
                attacks,
                1,
                "no upgrade to HTTP/2",
                GET
                        + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
        passes(attacks, 1, "Expect", POST + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde");
    }
}
