package io.sluice.redis.script;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.sluice.core.Answer;
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

    /** Asked again as long as windows of other times are needed. */
    Answer answer(Ask ask) {
        List<Object> reply = run(ask.script(), ask.keys(), ask.args());
        return ask.again(reply).map(this::answer).orElseGet(() -> ask.answer(reply));
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
