package io.sluice.benchmarks.gateway;

/** What is asked, and what must be answered. */
enum Load {
    /** Under a limit that nobody reaches. */
    ALLOWED("allowed and proxied", 1_000_000, 1_000_000, "gateway"),
    /** Over a limit of ten a second. */
    REFUSED("refused", 10, 20, "gateway"),
    /** Another server asks whether a request may pass; it may. */
    AUTHORIZE("authorize", 1_000_000, 1_000_000, "api"),
    /** Redis clients. */
    COMMANDS("Redis commands", 1_000_000, 1_000_000, "resp"),
    /** Envoy asks by gRPC. */
    CALLS("gRPC calls", 1_000_000, 1_000_000, "api");

    private final String title;
    private final int perSecond;
    private final int burst;
    private final String door;

    Load(String title, int perSecond, int burst, String door) {
        this.title = title;
        this.perSecond = perSecond;
        this.burst = burst;
        this.door = door;
    }

    String title() {
        return title;
    }

    /** Which of Sluice's doors it goes to. */
    String door() {
        return door;
    }

    /** Of one client address. */
    int perSecond() {
        return perSecond;
    }

    int burst() {
        return burst;
    }

    /** The most that may pass in so many seconds: one more, where the burst comes on top of the rate, and what came before. */
    long mostAllowed(double seconds) {
        return (long) Math.ceil(perSecond * seconds) + burst + 1;
    }
}
