package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes for a request whatever any server in the wild might: bare line feeds, folded lines, spaces anywhere, several lengths, chunk sizes with signs and ends of any kind. If a
 * request can be hidden from the gateway, this one finds it.
 */
final class LenientServer implements Behind {
    /** Which of two contradicting headers it believes. */
    enum Believes {
        LENGTH,
        ENCODING
    }

    private static final byte[] OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(ISO_8859_1);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]+");

    private final ServerSocket listening;
    private final Believes believes;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private LenientServer(ServerSocket listening, Believes believes) {
        this.listening = listening;
        this.believes = believes;
    }

    static LenientServer start(Believes believes) {
        try {
            LenientServer server =
                    new LenientServer(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), believes);
            inBackground(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "lenient server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                inBackground(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (List<String> head = head(in); head != null; head = head(in)) {
                asked.add(asked(head.get(0)));
                skipBody(head, in);
                int length = head.get(0).startsWith("HEAD ") ? OK.length - 2 : OK.length;
                socket.getOutputStream().write(OK, 0, length);
            }
        } catch (IOException gone) {
            // the gateway has closed it
        } finally {
            open.remove(socket);
        }
    }

    /** Without the version. */
    private static String asked(String line) {
        int end = line.lastIndexOf(" HTTP/");
        return end < 0 ? line : line.substring(0, end);
    }

    private static @Nullable List<String> head(InputStream in) throws IOException {
        String line = line(in);
        while (line != null && line.isBlank()) {
            line = line(in);
        }
        List<String> lines = new ArrayList<>();
        for (; line != null; line = line(in)) {
            if (line.isEmpty()) {
                return lines;
            }
            boolean folded = !lines.isEmpty() && Character.isWhitespace(line.charAt(0));
            lines.add(folded ? lines.remove(lines.size() - 1) + " " + line.strip() : line);
        }
        return null;
    }

    /** Up to a line feed, whatever comes before it. */
    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return line.toString().replaceAll("\r+$", "");
            }
            line.append((char) b);
        }
        return null;
    }

    private void skipBody(List<String> head, InputStream in) throws IOException {
        String length = value(head, "content-length");
        String encoding = value(head, "transfer-encoding");
        boolean chunked = encoding != null && encoding.toLowerCase(Locale.ROOT).contains("chunked");
        if (chunked && (length == null || believes == Believes.ENCODING)) {
            skipChunks(in);
        } else if (length != null) {
            in.skipNBytes(number(length, NUMBER, 10));
        }
    }

    /** Of the first line with this name, however it is written. */
    private static @Nullable String value(List<String> head, String name) {
        for (String line : head.subList(1, head.size())) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase(name)) {
                return line.substring(colon + 1);
            }
        }
        return null;
    }

    private static void skipChunks(InputStream in) throws IOException {
        for (String size = line(in); size != null; size = line(in)) {
            long length = number(size, HEX, 16);
            if (length == 0) {
                skipTrailers(in);
                return;
            }
            in.skipNBytes(length);
            line(in);
        }
    }

    private static void skipTrailers(InputStream in) throws IOException {
        String line = line(in);
        while (line != null && !line.isEmpty()) {
            line = line(in);
        }
    }

    /** The first that can be found; 0 if it takes more than a long. */
    private static long number(String text, Pattern digits, int radix) {
        Matcher found = digits.matcher(text);
        return found.find() && found.group().length() <= (radix == 10 ? 18 : 15)
                ? Long.parseLong(found.group(), radix)
                : 0;
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    @Override
    public List<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
