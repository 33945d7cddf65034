package io.sluice.server.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where lines go. */
class JsonAccessLogTest {
    private static final String RULES = "rules: { api: { limit: 1000000/s } }\n";

    @TempDir
    Path folder;

    private LogScene scene;
    private Path file;

    @BeforeEach
    void open() {
        scene = new LogScene(RULES);
        file = folder.resolve("access.jsonl");
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private JsonAccessLog log(int page) {
        return new JsonAccessLog(LogFile.at(file), page, scene.engine::rules, scene.clock);
    }

    private void write(AccessLog log, String path) {
        log.log(scene.exchange(TestRequest.get(path), 200));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> paths(Path file) {
        return lines(file).stream()
                .map(line -> LogScene.json(line).get("path").asString())
                .toList();
    }

    @Test
    void linesAreThereWhenItIsClosed() throws Exception {
        try (JsonAccessLog log = JsonAccessLog.open(file.toString(), scene.engine::rules, scene.clock)) {
            assertThat(log.isOn()).isTrue();
            for (int i = 0; i < 1_000; i++) {
                write(log, "/" + i);
            }
        }
        assertThat(paths(file)).hasSize(1_000).startsWith("/0", "/1", "/2").endsWith("/999");
    }

    /** Linux has a file that is always full. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void saysWhyItCannotBeWritten() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(new SimpleFormatter().formatMessage(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(JsonAccessLog.class.getName());
        logger.addHandler(handler);
        try (JsonAccessLog log = JsonAccessLog.open("/dev/full", scene.engine::rules, scene.clock)) {
            write(log, "/lost");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(said)
                .containsExactly("the access log cannot be written, its lines are lost:"
                        + " java.io.IOException: No space left on device");
    }

    @Test
    void linesOfManyThreadsStayWholeAndNoneIsLostUncounted() throws Exception {
        JsonAccessLog log = log(1 << 14);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String path = "/thread/" + i;
            threads.add(new Thread(() -> {
                for (int j = 0; j < 5_000; j++) {
                    write(log, path);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        log.close();
        List<String> written = paths(file);
        assertThat(written).isNotEmpty().allMatch(path -> path.startsWith("/thread/"));
        assertThat(written.size() + log.dropped()).isEqualTo(20_000);
    }

    @Test
    void aRenamedFileIsFollowedByANewOne() throws Exception {
        try (JsonAccessLog log = log(1 << 20)) {
            write(log, "/before");
            LogScene.until(() -> lines(file).size() == 1);
            Path old = Files.move(file, folder.resolve("access.jsonl.1"), StandardCopyOption.ATOMIC_MOVE);
            LogScene.until(writingUntil(log, () -> !lines(file).isEmpty()));
            assertThat(paths(old)).startsWith("/before");
            assertThat(paths(file)).containsOnly("/after");
        }
    }

    @Test
    void isOpenedAnewWhenAsked() throws Exception {
        try (JsonAccessLog log = log(1 << 20)) {
            write(log, "/before");
            LogScene.until(() -> lines(file).size() == 1);
            Path old = Files.move(file, folder.resolve("access.jsonl.1"));
            log.reopen();
            write(log, "/after");
            LogScene.until(() -> lines(file).size() == 1);
            assertThat(paths(old)).containsExactly("/before");
            assertThat(paths(file)).containsExactly("/after");
        }
    }

    private BooleanSupplier writingUntil(AccessLog log, BooleanSupplier condition) {
        return () -> {
            write(log, "/after");
            return condition.getAsBoolean();
        };
    }

    @Test
    void whatDoesNotFitIsDroppedAndCounted() {
        LinePages pages = new LinePages(10);
        byte[] line = new byte[4];
        for (int i = 0; i < 5; i++) {
            pages.add(line, 4);
        }
        assertThat(pages.dropped()).isEqualTo(3);
        try (JsonAccessLog log = log(100)) {
            write(log, "/longer-than-a-page");
            write(log, "/longer-than-a-page");
            assertThat(log.dropped()).isEqualTo(2);
        }
        assertThat(lines(file)).isEmpty();
    }

    @Test
    void aFileThatCannotBeWrittenCostsLinesUntilItCan() throws Exception {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        file = gone.resolve("access.jsonl");
        try (JsonAccessLog log = log(1 << 20)) {
            write(log, "/before");
            LogScene.until(() -> lines(file).size() == 1);
            Files.delete(file);
            Files.delete(gone);
            log.reopen();
            write(log, "/lost");
            LogScene.until(() -> log.dropped() == 1);
            Files.createDirectory(gone);
            write(log, "/after");
            LogScene.until(() -> paths(file).equals(List.of("/after")));
        }
    }

    @Test
    void saysAtTheStartThatAFileCannotBeOpened() {
        assertThatThrownBy(() -> JsonAccessLog.open(folder.toString(), scene.engine::rules, scene.clock))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder.toString());
    }

    @Test
    void noneWantsToKnowNothing() {
        assertThat(AccessLog.NONE.isOn()).isFalse();
        write(AccessLog.NONE, "/");
        AccessLog.NONE.close();
    }
}
