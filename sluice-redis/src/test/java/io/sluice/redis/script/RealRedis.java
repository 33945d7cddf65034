package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question;
import io.sluice.redis.batch.Parcel;
import io.sluice.redis.script.AskCall.Outcome;
import io.sluice.testkit.RedisServer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Redis of this test's own, and one connection to it. */
final class RealRedis implements AutoCloseable {

    private final RedisServer server = RedisServer.start();
    private final RedisClient client = RedisClient.create(server.url());
    private final RedisCommands<byte[], byte[]> commands =
            client.connect(ByteArrayCodec.INSTANCE).sync();

    List<Object> run(Script script, byte[][] keys, byte[]... args) {
        try {
            return commands.evalsha(script.sha(), ScriptOutputType.MULTI, keys, args);
        } catch (RedisNoScriptException e) {
            return commands.eval(script.text(), ScriptOutputType.MULTI, keys, args);
        }
    }

    /** In a call of its own. */
    Answer ask(Question question, KeyNames names, Moment moment) {
        return ask(AskCall.of(List.of(Ask.of(question, names)), moment));
    }

    private Answer ask(AskCall call) {
        Outcome outcome = outcomes(call).get(0);
        return outcome instanceof Outcome.AskAgain again
                ? ask(again.instead())
                : answers(outcome).get(0);
    }

    static List<List<Decision>> decisions(List<Parcel.Result> results) {
        assertThat(results).allSatisfy(result -> assertThat(result).isInstanceOf(Parcel.Result.Decided.class));
        return results.stream()
                .map(result -> ((Parcel.Result.Decided) result).decisions())
                .toList();
    }

    static List<Answer> answers(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Answered.class);
        return ((Outcome.Answered) outcome).answers();
    }

    List<Outcome> outcomes(AskCall call) {
        return call.outcomes(run(call.script(), call.keys(), call.args()));
    }

    RedisCommands<byte[], byte[]> commands() {
        return commands;
    }

    /** How often such a command was run, from scripts too. */
    long calls(String command) {
        Matcher matcher =
                Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(commands.info("commandstats"));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    void flush() {
        commands.flushall();
    }

    @Override
    public void close() {
        client.shutdown();
        server.close();
    }
}
