package io.sluice.server;

import io.sluice.core.Clock;
import io.sluice.core.CounterMemory;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.server.admin.AdminServer;
import io.sluice.server.admin.AdminSettings;
import io.sluice.server.admin.Administered;
import io.sluice.server.api.ApiDoor;
import io.sluice.server.gateway.upstream.TargetState;
import io.sluice.server.limits.Limits;
import io.sluice.server.net.LoopWatch;
import io.sluice.server.net.Loops;
import io.sluice.server.resp.RespServer;
import io.sluice.server.resp.RespSettings;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One process: rules, and the doors that ask them. */
public final class Server implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Server.class.getName());

    private static final Duration MOST_FOR_STORE = Duration.ofSeconds(5);
    /** Until it ends, the admin door tells that the others drain. */
    private static final Duration MOST_FOR_ADMIN = Duration.ofSeconds(1);

    private final ServerSettings settings;
    private final Doors doors;
    /** What has to be closed, the last first. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private final AtomicBoolean draining = new AtomicBoolean();
    private final Limits limits;
    private final Loops loops;
    private final Bounds bounds;
    private final LoopWatch watch;
    private @Nullable GatewayOpening gateway;
    private @Nullable AdminSettings admin;

    private Server(ServerSettings settings, Limits limits) {
        Loops.lookForNoLeaks();
        this.settings = settings;
        this.doors = new Doors(settings.given());
        this.limits = limits;
        this.loops = Loops.start(settings.transport(), settings.threads());
        this.bounds = Bounds.of(settings);
        this.watch = LoopWatch.start(loops);
        bounds.bindTo(limits.meters());
        open.push(limits);
        open.push(loops);
        open.push(watch);
    }

    /** Opens all doors. */
    public static Server start(ServerSettings settings) throws CannotStartException {
        Server server = new Server(settings, limits(settings));
        try {
            server.openAll();
            return server;
        } catch (CannotStartException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Limits limits(ServerSettings settings) throws CannotStartException {
        Path file = settings.file();
        CounterMemory.limit(settings.limits().counterBytes());
        try {
            return file == null
                    ? Limits.fixed(settings.rules(), settings.redis(), Clock.system(), settings.snapshot())
                    : Limits.watching(file, settings.rules(), settings.redis(), settings.snapshot());
        } catch (BadRulesException | IllegalArgumentException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private void openAll() throws CannotStartException {
        openGateway();
        openApi();
        openResp();
        openAdmin();
    }

    private void openGateway() throws CannotStartException {
        Integer port = settings.ports().gateway();
        if (port != null) {
            GatewayOpening opening = gatewayOpening();
            open.push(opening);
            gateway = opening;
            open.push(doors.open("gateway", opening.scheme(), Setting.HOST, Setting.PORT, port, opening::at));
        }
    }

    private GatewayOpening gatewayOpening() throws CannotStartException {
        try {
            return new GatewayOpening(settings, limits, bounds.gateway(), loops);
        } catch (IOException | IllegalArgumentException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()), e);
        }
    }

    private void openApi() throws CannotStartException {
        Integer port = settings.ports().api();
        if (port != null) {
            open.push(doors.open(
                    "api",
                    "http",
                    Setting.HOST,
                    Setting.API_PORT,
                    port,
                    address -> ApiDoor.start(
                            address, limits.http(), limits.engine(), limits.store(), bounds.api(), loops)));
        }
    }

    private void openResp() throws CannotStartException {
        Integer port = settings.ports().resp();
        if (port != null) {
            open.push(doors.open("resp", "redis", Setting.HOST, Setting.RESP_PORT, port, this::resp));
        }
    }

    private RespServer resp(InetSocketAddress address) {
        RespSettings resp = new RespSettings(
                address,
                Optional.ofNullable(settings.respPassword()),
                settings.rules().store().maxKeys());
        return RespServer.start(resp, limits.store(), bounds.resp(), loops);
    }

    private void openAdmin() throws CannotStartException {
        Integer port = settings.ports().admin();
        if (port != null) {
            Loops own = Loops.start(settings.transport(), 1, "sluice-admin");
            open.push(own);
            open.push(doors.open("admin", "http", Setting.ADMIN_HOST, Setting.ADMIN_PORT, port, address -> {
                admin = AdminSettings.of(address, settings.ports().adminHost(), settings.adminToken());
                Administered all = new Administered(limits, draining::get, watch::stuck, this::targets);
                return AdminServer.start(admin, all, bounds.admin(), own);
            }));
        }
    }

    private List<TargetState> targets() {
        return gateway == null ? List.of() : gateway.states();
    }

    /** In the order in which they were opened. */
    public List<OpenDoor> doors() {
        return doors.all();
    }

    /** What writes through the admin door need; null without that door. */
    public @Nullable String adminToken() {
        return admin == null ? null : admin.token();
    }

    /** Whether nobody but this process knows it yet. */
    public boolean tokenIsRandom() {
        return settings.adminToken() == null;
    }

    /** Where requests go that pass, for people. */
    public String upstream() {
        return gateway == null ? "nowhere" : gateway.where();
    }

    /** What this server depends on and cannot use, a line for each: targets of upstreams, Redis. Asks each of them, and waits for some seconds. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>(gateway == null ? List.of() : gateway.faults());
        String store = limits.openStore().fault(MOST_FOR_STORE);
        if (store != null) {
            faults.add(store);
        }
        return faults;
    }

    /** Reads the rule file again. */
    public void reload() {
        if (!limits.reloads()) {
            LOG.log(Level.WARNING, "there is no rule file to read again");
            return;
        }
        List<Problem> problems = limits.reload();
        problems.forEach(problem -> LOG.log(Level.INFO, "{0}", problem));
    }

    /** Takes no more requests, lets those under way end, and closes. Meanwhile the server says that it is not ready. */
    public void drain() {
        if (draining.compareAndSet(false, true)) {
            LOG.log(
                    Level.INFO,
                    "draining for {0} ms at most",
                    Long.toString(settings.drain().toMillis()));
            List<Thread> threads = doors.all().stream()
                    .filter(each -> !(each.door() instanceof AdminServer))
                    .map(each -> new Thread(() -> each.door().drain(settings.drain()), "sluice-drain-" + each.name()))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                join(thread);
            }
            doors.all().stream()
                    .map(OpenDoor::door)
                    .filter(AdminServer.class::isInstance)
                    .forEach(door -> door.drain(MOST_FOR_ADMIN));
            LOG.log(Level.INFO, "drained");
        }
        close();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            AutoCloseable each = open.pop();
            try {
                each.close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "not closed as it should be", e);
            }
        }
    }
}
