package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.Question;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.Ask;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Asks the general script, whose keys are all in one slot. */
final class Asking {
    private final Link link;
    private final KeyNames names;
    private final Supplier<Moment> moment;

    Asking(Link link, KeyNames names, Supplier<Moment> moment) {
        this.link = link;
        this.names = names;
        this.moment = moment;
    }

    CompletionStage<Answer> ask(Question question) {
        return ask(Ask.of(question, names, moment.get()));
    }

    private CompletionStage<Answer> ask(Ask ask) {
        return link.run(ask.script(), ask.keys(), ask.args()).thenCompose(reply -> {
            Optional<Ask> again = ask.again(reply);
            return again.isPresent() ? ask(again.get()) : CompletableFuture.completedStage(ask.answer(reply));
        });
    }
}
