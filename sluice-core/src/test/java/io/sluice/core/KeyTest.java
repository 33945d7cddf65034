package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyTest {
    private final RateLimiter limiter = Limiters.of(new ManualClock(), "1/h");

    @Test
    void aStringIsTheSameKeyAsKeyOfIt() {
        limiter.tryAcquire("ann");
        assertThat(limiter.tryAcquire(Key.of("ann")).allowed()).isFalse();
    }

    @Test
    void keysOfDifferentKindsNeverMeet() {
        assertThat(limiter.tryAcquire(Key.of("1")).allowed()).isTrue();
        assertThat(limiter.tryAcquire(Key.of(1)).allowed()).isTrue();
        assertThat(limiter.tryAcquire(Key.of(new byte[] {'1'})).allowed()).isTrue();
        assertThat(limiter.tryAcquire(Key.of(new byte[] {0, '1'})).allowed()).isTrue();
        assertThat(limiter.tryAcquire(Key.of(new byte[] {'1', 0})).allowed()).isTrue();
        assertThat(limiter.tryAcquire(Key.of(new byte[0])).allowed()).isTrue();
        assertThat(limiter.tryAcquire("").allowed()).isTrue();
        assertThat(limiter.tryAcquire("\u0000").allowed()).isTrue();
        assertThat(limiter.tryAcquire("\u0000\u0000").allowed()).isTrue();
    }

    @Test
    void similarKeysAreDifferent() {
        Set<Long> hashes = new HashSet<>();
        String text = "abcdefghijklmnopqrstuvwxyz";
        for (int length = 0; length <= text.length(); length++) {
            for (int i = 0; i < length; i++) {
                char[] changed = text.substring(0, length).toCharArray();
                changed[i] = (char) (changed[i] ^ 1);
                assertThat(hashes.add(Key.hash(new String(changed), 7))).isTrue();
                byte[] bytes = new String(changed).getBytes(StandardCharsets.UTF_8);
                assertThat(hashes.add(Key.of(bytes).hash(7))).isTrue();
            }
        }
    }

    @Test
    void theSeedDecidesTheHash() {
        assertThat(Key.hash("ann", 1)).isEqualTo(Key.of("ann").hash(1)).isNotEqualTo(Key.hash("ann", 2));
        assertThat(Key.of(5).hash(1)).isNotEqualTo(Key.of(5).hash(2));
    }

    @Test
    void bytesAreCopied() {
        byte[] bytes = {1, 2, 3};
        Key key = Key.of(bytes);
        bytes[0] = 9;
        assertThat(key).isEqualTo(Key.of(new byte[] {1, 2, 3}));
        limiter.tryAcquire(key);
        assertThat(limiter.tryAcquire(Key.of(new byte[] {1, 2, 3})).allowed()).isFalse();
    }

    @Test
    void isAValue() {
        assertThat(Key.of("a"))
                .isEqualTo(Key.of("a"))
                .hasSameHashCodeAs(Key.of("a"))
                .hasToString("a");
        assertThat(Key.of("a")).isNotEqualTo(Key.of("b")).isNotEqualTo("a");
        assertThat(Key.of(1)).isNotEqualTo(Key.of("1")).hasToString("1");
        assertThat(Key.of(new byte[] {1})).hasToString("[1]");
    }

    @Test
    void rejectsAKeyOfTenMegabytes() {
        String long10 = "x".repeat(10 << 20);
        assertThatThrownBy(() -> limiter.tryAcquire(long10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key of 10485760 characters; the longest is 65536");
        assertThatThrownBy(() -> Key.of(new byte[10 << 20])).isInstanceOf(IllegalArgumentException.class);
        assertThat(limiter.tryAcquire("x".repeat(Key.LONGEST)).allowed()).isTrue();
    }

    @Test
    void rejectsNull() {
        assertThatThrownBy(() -> limiter.tryAcquire((String) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("key is null");
        assertThatThrownBy(() -> Key.of((String) null)).hasMessageContaining("key is null");
        assertThatThrownBy(() -> Key.of((byte[]) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void rejectsPermitsOutOfRangeInEveryVerb() {
        for (long bad : new long[] {-1, Long.MIN_VALUE, 1L << 31, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> limiter.tryAcquire("k", bad)).hasMessageContaining("permits must be 0 to");
            assertThatThrownBy(() -> limiter.tryAcquireUpTo("k", bad)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> limiter.reserve("k", bad)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> limiter.peek("k", bad)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> limiter.refund("k", bad)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> limiter.penalize("k", bad)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(1);
    }
}
