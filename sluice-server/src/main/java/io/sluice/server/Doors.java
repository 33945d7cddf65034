package io.sluice.server;

import io.sluice.server.net.Door;
import io.sluice.server.settings.Given;
import io.sluice.server.settings.Setting;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Opens doors one by one, and says what to do about an address that cannot be had. */
final class Doors {
    private final Given given;
    private final List<OpenDoor> open = new ArrayList<>();

    Doors(Given given) {
        this.given = given;
    }

    /** Opens one; may fail with whatever its sockets fail with. */
    @FunctionalInterface
    interface Opening<D extends Door> {
        D at(InetSocketAddress address) throws Exception;
    }

    <D extends Door> D open(String name, String scheme, Setting host, Setting port, int number, Opening<D> opening)
            throws CannotStartException {
        InetSocketAddress address = new InetSocketAddress(given.needed(host), number);
        if (address.isUnresolved()) {
            throw new CannotStartException(given.where(host) + " is " + given.needed(host)
                    + ", which is not known; give an address such as 127.0.0.1");
        }
        try {
            D door = opening.at(address);
            open.add(new OpenDoor(name, scheme, door));
            return door;
        } catch (IllegalArgumentException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        } catch (Exception e) {
            throw new CannotStartException(
                    "cannot listen on " + given.needed(host) + " port " + number + " (" + reason(e) + "); "
                            + remedy(reason(e), number, port, host),
                    e);
        }
    }

    /** Native transports put the name of the call and a number before the reason. */
    private static String reason(Exception e) {
        String said = String.valueOf(e.getMessage());
        return said.substring(said.lastIndexOf(": ") + 1).strip();
    }

    private static String remedy(String reason, int number, Setting port, Setting host) {
        if (reason.startsWith("Cannot assign")) {
            return "give an address of this machine with " + host.flag();
        }
        String other = "choose another with " + port.flag() + " or " + host.flag();
        if (reason.startsWith("Permission denied")) {
            return (number < 1_024 ? "ports below 1024 take the right to use them (CAP_NET_BIND_SERVICE); " : "")
                    + other;
        }
        return "stop what uses it, or " + other;
    }

    List<OpenDoor> all() {
        return List.copyOf(open);
    }
}
