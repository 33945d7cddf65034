package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A server that reads heads itself and leaves everything else to a test, byte for byte. */
public final class RawUpstream implements AutoCloseable {
    /** What is done about one request. */
    @FunctionalInterface
    public interface Application {
        /** Reads the body, if any, and answers; false closes the connection. */
        boolean serve(Request request) throws IOException;
    }

    /** A head, and the connection it came on. */
    public record Request(String head, InputStream in, OutputStream out, Socket socket) {
        public String line() {
            return head.substring(0, head.indexOf("\r\n"));
        }

        public List<String> headers(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()).strip())
                    .toList();
        }

        public byte[] body() throws IOException {
            List<String> length = headers("Content-Length");
            return length.isEmpty() ? new byte[0] : in.readNBytes(Integer.parseInt(length.get(0)));
        }

        public boolean answer(String text) throws IOException {
            out.write(text.getBytes(ISO_8859_1));
            out.flush();
            return true;
        }

        public boolean ok(String body) throws IOException {
            return answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        }
    }

    private final ServerSocket listening;
    private final Application application;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    public final List<Request> requests = new CopyOnWriteArrayList<>();
    public final AtomicInteger connections = new AtomicInteger();

    private RawUpstream(ServerSocket listening, Application application) {
        this.listening = listening;
        this.application = application;
    }

    public static RawUpstream start(Application application) {
        return start(ServerSocketFactory.getDefault(), application);
    }

    public static RawUpstream start(ServerSocketFactory sockets, Application application) {
        try {
            RawUpstream upstream =
                    new RawUpstream(sockets.createServerSocket(0, 100, InetAddress.getLoopbackAddress()), application);
            start("upstream", upstream::accept);
            return upstream;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                connections.incrementAndGet();
                start("upstream connection", () -> serve(socket));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String head = head(in);
            while (head != null) {
                Request request = new Request(head, in, socket.getOutputStream(), socket);
                requests.add(request);
                head = application.serve(request) ? head(in) : null;
            }
        } catch (IOException gone) {
            // the gateway has closed it
        } finally {
            open.remove(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int last = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.write(b);
            last = last << 8 | b;
            if (last == 0x0D0A0D0A) {
                return head.toString(ISO_8859_1);
            }
        }
        return null;
    }

    void closeConnections() {
        open.forEach(socket -> {
            try {
                socket.close();
            } catch (IOException alreadyClosed) {
                // as wanted
            }
        });
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        closeConnections();
    }
}
