package io.sluice.server.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Accounts under a budget of 1000 bytes, on one event loop in a time of its own. */
class AccountTest {
    private final ByteBudget budget = new ByteBudget(1_000);
    private final DoorBounds door = new DoorBounds(budget, 2, Duration.ofSeconds(30));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> refused = new ArrayList<>();
    private final Map<String, Account> accounts = new HashMap<>();

    @BeforeEach
    void stopTime() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** One that lets go when it is told to. */
    private Account account(String name) {
        Account account = door.account(channel.eventLoop(), cause -> {
            refused.add(name + " " + cause);
            accounts.get(name).hold(0);
        });
        accounts.put(name, account);
        return account;
    }

    @Test
    void theLargestGoesFirst() {
        account("small").hold(100);
        account("large").hold(500);
        account("middle").hold(400);
        assertThat(refused).isEmpty();
        assertThat(budget.held()).isEqualTo(1_000);
        account("new").hold(1);
        assertThat(refused).containsExactly("large TOO_LARGE");
        assertThat(budget.held()).isEqualTo(501);
        assertThat(door.refusedForMemory()).isEqualTo(1);
    }

    @Test
    void theOneThatGrowsMayBeTheLargest() {
        account("small").hold(400);
        account("large").hold(601);
        assertThat(refused).containsExactly("large TOO_LARGE");
    }

    @Test
    void aTenthIsFreeAfterwards() {
        for (int i = 0; i < 101; i++) {
            account("a" + i).hold(10);
        }
        assertThat(budget.held()).isEqualTo(900);
        assertThat(refused).hasSize(11);
    }

    @Test
    void whatIsLetGoOfIsFree() {
        account("a").hold(900);
        accounts.get("a").hold(200);
        account("b").hold(800);
        accounts.get("b").close();
        account("c").hold(800);
        assertThat(refused).isEmpty();
        assertThat(budget.held()).isEqualTo(1_000);
        accounts.values().forEach(Account::close);
        assertThat(budget.held()).isZero();
    }

    /** As on an event loop that is busy elsewhere: nothing grows much further until it comes round. */
    @Test
    void whatGrowsWhileOthersAreStillLeavingIsRefused() {
        door.account(channel.eventLoop(), cause -> refused.add("slow " + cause)).hold(700);
        account("a").hold(301);
        assertThat(refused).containsExactly("slow TOO_LARGE");
        account("b").hold(250);
        assertThat(refused).containsExactly("slow TOO_LARGE", "b TOO_LARGE");
        assertThat(budget.held()).isEqualTo(1_001);
    }

    @Test
    void aRequestThatDoesNotEndIsGivenUp() {
        account("a").due();
        pass(29);
        assertThat(refused).isEmpty();
        pass(1);
        assertThat(refused).containsExactly("a TOO_LATE");
        assertThat(door.refusedForTime()).isEqualTo(1);
    }

    @Test
    void everyRequestHasItsOwnTime() {
        Account account = account("a");
        account.due();
        pass(20);
        account.settled();
        pass(5);
        account.due();
        pass(29);
        assertThat(refused).isEmpty();
        pass(1);
        assertThat(refused).containsExactly("a TOO_LATE");
    }

    @Test
    void nothingIsLeftToDoForAConnectionThatHasGone() {
        Account account = account("a");
        account.due();
        account.hold(10);
        account.close();
        account.hold(10);
        account.due();
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
        assertThat(budget.held()).isZero();
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void fewerConnectionsFitIntoASmallHeap() {
        assertThat(DoorBounds.fitting(64 << 20, 32 << 10, 10_000)).isEqualTo(2_048);
        assertThat(DoorBounds.fitting(1 << 30, 32 << 10, 10_000)).isEqualTo(10_000);
        assertThat(DoorBounds.fitting(1, 32 << 10, 10_000)).isEqualTo(1);
    }

    @Test
    void connectionsAreCountedUntilTheyClose() {
        EmbeddedChannel first = new EmbeddedChannel();
        assertThat(door.enter(first)).isTrue();
        assertThat(door.enter(channel)).isTrue();
        assertThat(door.enter(new EmbeddedChannel())).isFalse();
        first.close().syncUninterruptibly();
        assertThat(door.connections()).isEqualTo(1);
        assertThat(door.turnedAway()).isEqualTo(1);
        assertThat(door.enter(new EmbeddedChannel())).isTrue();
    }
}
