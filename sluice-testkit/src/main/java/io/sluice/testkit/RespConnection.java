package io.sluice.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** As much of Redis's protocol as it takes to ask a server something. */
final class RespConnection implements AutoCloseable {
    /** The server answered with an error. */
    static final class Refused extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Refused(String error) {
            super(error);
        }
    }

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** The reply's strings and numbers as text, those of nested lists in a row; what is missing is left out. */
    List<String> ask(String... words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        write(request, "*" + words.length);
        for (String word : words) {
            write(request, "$" + word.getBytes(StandardCharsets.UTF_8).length);
            write(request, word);
        }
        request.writeTo(out);
        out.flush();
        List<String> reply = new ArrayList<>();
        read(reply);
        return reply;
    }

    private static void write(ByteArrayOutputStream request, String line) {
        request.writeBytes((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private void read(List<String> reply) throws IOException {
        String line = line();
        String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '+', ':' -> reply.add(rest);
            case '-' -> throw new Refused(rest);
            case '$' -> readString(Integer.parseInt(rest), reply);
            case '*' -> readList(Integer.parseInt(rest), reply);
            default -> throw new IOException("not a reply: " + line);
        }
    }

    private void readString(int length, List<String> reply) throws IOException {
        if (length >= 0) {
            byte[] bytes = in.readNBytes(length + 2);
            reply.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
        }
    }

    private void readList(int length, List<String> reply) throws IOException {
        for (int i = 0; i < length; i++) {
            read(reply);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\r'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the server closed the connection");
            }
            line.write(b);
        }
        in.skipNBytes(1);
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
