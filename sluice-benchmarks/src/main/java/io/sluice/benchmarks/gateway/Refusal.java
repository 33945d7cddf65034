package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;

/** How a contender refuses: whoever answers an error of another kind does less than was asked, and may be quick at it. */
final class Refusal {
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int MOST = 200;

    private Refusal() {}

    /** What is wrong with it; asked until it refuses. */
    static Optional<String> wrong(int port) throws IOException {
        for (int i = 0; i < MOST; i++) {
            int status = status(port);
            if (status != OK) {
                return status == TOO_MANY ? Optional.empty() : Optional.of("it refuses with " + status);
            }
        }
        return Optional.of("it does not refuse " + MOST + " requests");
    }

    private static int status(int port) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/items?page=2").toURL().openConnection();
        try {
            return request.getResponseCode();
        } finally {
            request.disconnect();
        }
    }
}
