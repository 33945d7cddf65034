package io.sluice.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashingTest {
    private static final long SEED = 0x0123_4567_89AB_CDEFL;

    private static void allDiffer(Iterable<String> keys) {
        Map<Long, String> seen = new HashMap<>();
        for (String key : keys) {
            String other = seen.put(Hashing.of(key, SEED), key);
            assertThat(other).as("hashed like %s", key).isNull();
        }
    }

    /** Whatever can be put together of these parts. */
    private static List<String> upTo(int longest, String... parts) {
        List<String> keys = new ArrayList<>(List.of(""));
        for (int i = 0; i < keys.size(); i++) {
            for (String part : parts) {
                if (keys.get(i).length() + part.length() <= longest) {
                    keys.add(keys.get(i) + part);
                }
            }
        }
        return keys;
    }

    @Test
    void shortKeysOfFewCharactersDiffer() {
        assertThat(upTo(9, "\0", "a", "\uffff")).hasSize(29_524);
        allDiffer(upTo(9, "\0", "a", "\uffff"));
    }

    /** Whichever four characters are multiplied with which. */
    @Test
    void keysOfTheSamePartsInAnotherOrderDiffer() {
        allDiffer(upTo(36, "abc\0", "def\0", "ghij"));
    }

    /** Every character counts, wherever it stands and however long the key is. */
    @Test
    void oneBitMakesADifference() {
        for (int length = 1; length <= 70; length++) {
            char[] text = new char[length];
            List<String> keys = new ArrayList<>(List.of(new String(text)));
            for (int at = 0; at < length; at++) {
                for (int bit = 0; bit < 16; bit++) {
                    text[at] = (char) (1 << bit);
                    keys.add(new String(text));
                }
                text[at] = 0;
            }
            allDiffer(keys);
        }
    }

    private static String swapped(String key, int at, long by) {
        char[] text = key.toCharArray();
        for (int i = 0; i < 4; i++) {
            char mask = (char) (by >>> (16 * i));
            text[at + i] = (char) (key.charAt(at + 4 + i) ^ mask);
            text[at + 4 + i] = (char) (key.charAt(at + i) ^ mask);
        }
        return new String(text);
    }

    /** Two factors that only differ by what is known could change places, and no seed would help. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                0x9E37_79B9_7F4A_7C15L ^ 0x8CB9_2BA7_2F3D_8DD7L,
                0x9E37_79B9_7F4A_7C15L ^ 0xBF58_476D_1CE4_E5B9L,
                0xD1B5_4A32_D192_ED03L ^ 0x8CB9_2BA7_2F3D_8DD7L,
                0xD1B5_4A32_D192_ED03L ^ 0xBF58_476D_1CE4_E5B9L,
                0x8CB9_2BA7_2F3D_8DD7L,
                0xBF58_476D_1CE4_E5B9L
            })
    void nobodyCanWriteTwoKeysThatAreOneForEverySeed(long by) {
        Random random = new Random(1);
        for (String key : List.of("user:bob", "user:bob, of acme", "0123456789abcdef0123456789abcdef")) {
            for (int at = 0; at + 8 <= key.length(); at += 8) {
                long seed = random.nextLong();
                assertThat(Hashing.of(swapped(key, at, by), seed)).isNotEqualTo(Hashing.of(key, seed));
            }
        }
    }

    @Test
    void kindsOfKeysDiffer() {
        assertThat(Hashing.of("1", SEED)).isNotEqualTo(Hashing.of(1, SEED));
        assertThat(Hashing.of("1", SEED)).isNotEqualTo(Hashing.of(new byte[] {'1'}, SEED));
        assertThat(Hashing.of(new byte[] {9, 'a', 'b', 9}, 1, 3, SEED))
                .isEqualTo(Hashing.of(new byte[] {'a', 'b'}, SEED));
    }

    @Test
    void anotherSeedIsAnotherHash() {
        assertThat(Hashing.of("ann", SEED)).isNotEqualTo(Hashing.of("ann", SEED + 1));
    }
}
