package io.sluice.cli.serve;

import io.sluice.server.OpenDoor;
import io.sluice.server.Server;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whether a server can start as it is told to, reaches what it depends on, and answers. */
final class StartCheck {
    private static final int PATIENCE_MILLIS = 10_000;

    private StartCheck() {}

    /** Asks what the server depends on, and each door that speaks HTTP, once; the exit status. */
    static int of(Server server, PrintStream out, PrintStream err) {
        List<String> faults = server.faults();
        faults.forEach(fault -> err.println("sluice: " + fault));
        boolean fine = faults.isEmpty();
        for (OpenDoor door : server.doors()) {
            if (door.scheme().equals("http")) {
                String said = answer(door);
                out.println(door.name() + ": " + said);
                fine &= isFine(door, said);
            }
        }
        return fine ? 0 : 1;
    }

    private static boolean isFine(OpenDoor door, String said) {
        if (door.name().equals("admin")) {
            return said.startsWith("HTTP/1.1 200");
        }
        return said.startsWith("HTTP/1.1") && !said.startsWith("HTTP/1.1 502") && !said.startsWith("HTTP/1.1 504");
    }

    private static String answer(OpenDoor door) {
        InetSocketAddress address = door.door().address();
        String path = door.name().equals("admin") ? "/readyz" : "/";
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return all.lines().findFirst().orElse("no answer");
        } catch (IOException e) {
            return "no answer: " + e.getMessage();
        }
    }
}
