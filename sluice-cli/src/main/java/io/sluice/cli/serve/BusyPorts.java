package io.sluice.cli.serve;

import io.sluice.server.settings.ServerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ports that a server could not listen on. Nothing listens meanwhile, so no client comes too early. */
final class BusyPorts {
    private final List<String> faults = new ArrayList<>();

    private BusyPorts() {}

    /** What is wrong with them, a line for each. */
    static List<String> of(ServerSettings.Ports ports) {
        BusyPorts all = new BusyPorts();
        all.look("gateway", ports.host(), ports.gateway());
        all.look("api", ports.host(), ports.api());
        all.look("resp", ports.host(), ports.resp());
        all.look("admin", ports.adminHost(), ports.admin());
        return all.faults;
    }

    private void look(String door, String host, @Nullable Integer port) {
        if (port == null || port == 0) {
            return;
        }
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            faults.add(door + ": cannot listen on " + host + " port " + port + " (" + e.getMessage() + ")");
        }
    }
}
