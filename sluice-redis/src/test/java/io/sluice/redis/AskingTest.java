package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.SslOptions;
import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import io.sluice.testkit.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** General questions that meet, because Redis is stopped until all are asked. */
@SuppressWarnings("NullAway.Init") // started before all
class AskingTest {
    private static final LimitSet THREE =
            LimitSet.of("three", Limit.parse("100/s"), Limit.parse("1000/min"), Limit.parse("5000/h"));
    private static final LimitSet LOG = LimitSet.of("log", Limit.parse("5/h sliding-log"));
    private static final LimitSet WINDOW = LimitSet.of("window", Limit.parse("5/h fixed-window"));

    private static RedisServer redis;
    private static LettuceLink link;

    private final KeyNames names = new KeyNames();
    private final Asking asking = new Asking(link, names, () -> Moment.at(1_000_000));

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        link = new LettuceLink(RedisAddress.parse(redis.url()), SslOptions.create());
        link.firstConnection().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @AfterAll
    static void stop() {
        link.close();
        redis.close();
    }

    @BeforeEach
    void forgetEverything() {
        redis.command("FLUSHALL");
    }

    private static Question question(Verb verb, LimitSet limits, String key, long permits) {
        return new Question(verb, List.of(new Charge(limits, key, permits)), 3, 0, null);
    }

    private List<CompletableFuture<Answer>> askTogether(List<Question> questions) {
        redis.pause();
        try {
            return questions.stream()
                    .map(question -> asking.ask(question).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS))
                    .toList();
        } finally {
            redis.resume();
        }
    }

    private static List<Decision> decisions(List<CompletableFuture<Answer>> answers) {
        return answers.stream().map(one -> one.join().decision()).toList();
    }

    private static long calls(String command) {
        Matcher matcher = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
                .matcher(String.join("\n", redis.command("INFO", "commandstats")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static long during(String command, Supplier<List<CompletableFuture<Answer>>> asked) {
        long before = calls(command);
        decisions(asked.get());
        return calls(command) - before;
    }

    @Test
    void manyTravelInFewCalls() {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            questions.add(question(Verb.TRY_ACQUIRE, THREE, "k" + i, 1));
            questions.add(question(Verb.PEEK, LOG, "k" + i, 1));
            questions.add(question(Verb.TRY_ACQUIRE_UP_TO, WINDOW, "k" + i, 1));
            questions.add(new Question(
                    Verb.TRY_ACQUIRE,
                    List.of(new Charge(LOG, "k" + i, 1), new Charge(WINDOW, "all" + i, 2)),
                    1,
                    0,
                    null));
        }
        decisions(askTogether(questions));

        assertThat(during("evalsha", () -> askTogether(questions))).isEqualTo(5);
    }

    @Test
    void answersAreInTheOrderOfQuestions() {
        List<Question> questions = IntStream.range(0, 100)
                .mapToObj(i -> question(Verb.TRY_ACQUIRE, i % 2 == 0 ? THREE : LOG, i % 2 == 0 ? "ann" : "k" + i, 1))
                .toList();
        List<Decision> decisions = decisions(askTogether(questions));
        for (int i = 0; i < 100; i++) {
            assertThat(decisions.get(i).remaining()).isEqualTo(i % 2 == 0 ? 99 - i / 2 : 4);
        }
    }

    @Test
    void equalQuestionsReadAndWriteTheirKeyOnce() {
        List<Question> questions = IntStream.range(0, 101)
                .mapToObj(i -> question(Verb.TRY_ACQUIRE, THREE, "ann", 1))
                .toList();
        long read = calls("get");
        long written = calls("psetex");

        List<Decision> decisions = decisions(askTogether(questions));

        assertThat(decisions.stream().filter(Decision::allowed)).hasSize(100);
        assertThat(decisions.get(99).remaining()).isZero();
        assertThat(decisions.get(100).allowed()).isFalse();
        assertThat(calls("get") - read).as("once a call").isEqualTo(3);
        assertThat(calls("psetex") - written).isEqualTo(3);
    }

    @Test
    void nothingOvertakesAnythingAboutTheSameKey() {
        Question one = question(Verb.TRY_ACQUIRE, WINDOW, "ann", 1);
        Question reset = question(Verb.RESET, WINDOW, "ann", 0);
        Question two = question(Verb.TRY_ACQUIRE, WINDOW, "ann", 2);
        assertThat(decisions(askTogether(List.of(one, one, one, reset, one, two, one))))
                .extracting(Decision::remaining)
                .containsExactly(4L, 3L, 2L, 5L, 4L, 2L, 1L);
    }

    @Test
    void aValueThatSomebodyElseWroteFailsItsOwnQuestionsOnly() {
        redis.command("RPUSH", name(WINDOW, "bad"), "x");
        redis.command("SET", name(THREE, "bad"), "no numbers");
        redis.command("SET", name(LOG, "bad") + ":0", "no log");
        List<Question> bad = List.of(
                question(Verb.TRY_ACQUIRE, WINDOW, "bad", 1),
                question(Verb.TRY_ACQUIRE, THREE, "bad", 1),
                question(Verb.TRY_ACQUIRE, LOG, "bad", 1),
                new Question(
                        Verb.TRY_ACQUIRE,
                        List.of(new Charge(THREE, "ann", 1), new Charge(WINDOW, "bad", 1)),
                        1,
                        0,
                        null));
        List<Question> questions = new ArrayList<>();
        for (Question one : bad) {
            questions.add(question(Verb.TRY_ACQUIRE, THREE, "ann", 1));
            questions.add(one);
        }
        List<CompletableFuture<Answer>> answers = askTogether(questions);
        for (int i = 0; i < answers.size(); i += 2) {
            assertThat(answers.get(i).join().decision().remaining()).isEqualTo(99 - i / 2);
            CompletableFuture<Answer> failed = answers.get(i + 1);
            assertThatThrownBy(failed::join)
                    .hasMessageContaining("what Redis has under [sluice:{")
                    .hasMessageContaining("|bad}")
                    .hasMessageContaining("cannot be read");
        }
    }

    private String name(LimitSet limits, String key) {
        return new String(names.name(limits, key), StandardCharsets.UTF_8);
    }

    @Test
    void aRedisThatMayNotWriteFailsAllAndChangesNothing() {
        redis.command("CONFIG", "SET", "min-replicas-to-write", "1");
        try {
            List<CompletableFuture<Answer>> answers = askTogether(List.of(
                    question(Verb.TRY_ACQUIRE, THREE, "ann", 1),
                    question(Verb.TRY_ACQUIRE, LOG, "ann", 1),
                    question(Verb.TRY_ACQUIRE, WINDOW, "ann", 1)));
            assertThat(answers).allSatisfy(one -> assertThatThrownBy(one::join).hasMessageContaining("NOREPLICAS"));
        } finally {
            redis.command("CONFIG", "SET", "min-replicas-to-write", "0");
        }
        assertThat(redis.command("DBSIZE")).containsExactly("0");
    }

    @Test
    void scriptsThatAreForgottenAreToldAgain() {
        List<Question> questions = List.of(
                question(Verb.TRY_ACQUIRE, WINDOW, "ann", 1),
                question(Verb.TRY_ACQUIRE, LOG, "ann", 1),
                question(Verb.TRY_ACQUIRE, THREE, "ann", 1));
        decisions(askTogether(questions));
        redis.command("SCRIPT", "FLUSH");
        assertThat(decisions(askTogether(questions)))
                .extracting(Decision::remaining)
                .containsExactly(3L, 3L, 98L);
    }
}
