package io.sluice.benchmarks;

/** How the keys of a workload are written. No two numbers below 65,536 have the same name in one spelling. */
public enum Spelling {
    /** Sixteen characters, spread over the alphabet they use. */
    SHORT {
        @Override
        String name(long number) {
            // Odd, so that no two numbers have the same name.
            String digits = Long.toHexString(number * 0x9E37_79B9_7F4A_7C15L);
            return "0".repeat(16 - digits.length()) + digits;
        }
    },
    /** Thirty-two of them. */
    LONG {
        @Override
        String name(long number) {
            return SHORT.name(number) + SHORT.name(~number);
        }
    },
    /** Thirty-two characters as somebody chooses them who wishes us ill: {@code String.hashCode} is the same for all. */
    COLLIDING {
        @Override
        String name(long number) {
            StringBuilder name = new StringBuilder(32);
            for (int bit = 0; bit < 16; bit++) {
                name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
            }
            return name.toString();
        }
    };

    abstract String name(long number);
}
