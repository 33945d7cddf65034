package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Where targets are, by a name service that we hold in our hands. */
class NamesTest {
    private static final String APP = "upstreams: { app: 'http://app.internal:8080' }\n";

    /** What the name service says now; nothing for a name that it does not know. */
    private final AtomicReference<InetAddress[]> said = new AtomicReference<>(new InetAddress[0]);

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger askedForOthers = new AtomicInteger();

    private InetAddress[] lookUp(String name) throws UnknownHostException {
        (name.equals("app.internal") ? asked : askedForOthers).incrementAndGet();
        if (said.get().length == 0) {
            throw new UnknownHostException(name);
        }
        return said.get();
    }

    private void says(String... addresses) throws Exception {
        InetAddress[] all = new InetAddress[addresses.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = InetAddress.getByName(addresses[i]);
        }
        said.set(all);
    }

    private static boolean isAt(UpstreamScene scene, String address) {
        return scene.state(0).address().equals(address);
    }

    private void untilAskedAgain() throws InterruptedException {
        int before = asked.get();
        Until.holds(() -> asked.get() > before + 1);
    }

    @Test
    void aNameThatLeadsNowhereIsAskedForAgain() throws Exception {
        try (UpstreamScene scene = UpstreamScene.of(APP, this::lookUp)) {
            assertThat(scene.next()).isEqualTo("-");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(1);
            says("10.0.0.1");
            Until.holds(() -> isAt(scene, "10.0.0.1:8080"));
            assertThat(scene.next()).isEqualTo("app.internal:8080");
        }
    }

    @Test
    void isKnownAtOnceWhereItIsFoundAtOnce() throws Exception {
        says("10.0.0.1");
        try (UpstreamScene scene = UpstreamScene.of(APP, this::lookUp)) {
            Target target = scene.upstream().begin(null);
            assertThat(target.address().getAddress().getHostAddress()).isEqualTo("10.0.0.1");
            assertThat(target.serverName()).isEqualTo("app.internal");
        }
    }

    @Test
    void theLastAddressIsKeptWhileTheNameLeadsNowhere() throws Exception {
        says("10.0.0.1");
        try (UpstreamScene scene = UpstreamScene.of(APP, this::lookUp)) {
            says();
            untilAskedAgain();
            assertThat(scene.state(0).address()).isEqualTo("10.0.0.1:8080");
            assertThat(scene.next()).isEqualTo("app.internal:8080");
        }
    }

    @Test
    void movesWithTheNameAndStaysWhileItMay() throws Exception {
        says("10.0.0.1");
        try (UpstreamScene scene = UpstreamScene.of(APP, this::lookUp)) {
            says("10.0.0.2", "10.0.0.1");
            untilAskedAgain();
            assertThat(scene.state(0).address()).isEqualTo("10.0.0.1:8080");
            says("10.0.0.3");
            Until.holds(() -> isAt(scene, "10.0.0.3:8080"));
        }
    }

    @Test
    void isNotAskedForOnceNobodyWantsIt() throws Exception {
        says("10.0.0.1");
        try (UpstreamScene scene = UpstreamScene.of(APP, this::lookUp)) {
            untilAskedAgain();
            scene.reload("upstreams: { web: 'http://web.internal' }\n");
            Until.holds(() -> askedForOthers.get() > 3);
            int last = asked.get();
            Until.holds(() -> askedForOthers.get() > 10);
            assertThat(asked.get()).isEqualTo(last);
        }
    }
}
