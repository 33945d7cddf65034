package io.sluice.servlet;

import io.sluice.http.HttpRules;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** Asks the rules about a request and does what they say: at once, or after a wait that takes no thread if that is possible. */
final class Admission {
    private final FilterSettings settings;
    private final HttpRules rules;
    private final Semaphore places;

    Admission(FilterSettings settings) {
        this.settings = settings;
        this.rules = new HttpRules(settings.engine(), settings.clock(), settings.cors());
        this.places = new Semaphore(settings.mostWaiting());
    }

    void decide(Passage passage, FilterChain chain) throws IOException, ServletException {
        CompletionStage<Verdict> decision = rules.decide(new ServletHttpRequest(passage.request()));
        CompletableFuture<Verdict> verdictNow = decision.toCompletableFuture();
        if (verdictNow.isDone() || !canWaitAside(passage)) {
            obey(verdictNow.join(), passage, chain);
        } else {
            Aside aside = new Aside(passage);
            decision.thenAccept(verdict -> obey(verdict, aside));
        }
    }

    private void obey(Verdict verdict, Passage passage, FilterChain chain) throws IOException, ServletException {
        Answer answer = verdict.answer();
        if (answer != null) {
            passage.send(answer);
        } else if (verdict.delayNanos() == 0) {
            passage.goOn(verdict, chain);
        } else if (canWaitAside(passage)) {
            obey(verdict, new Aside(passage));
        } else {
            waitHere(verdict, passage, chain);
        }
    }

    private void obey(Verdict verdict, Aside aside) {
        Answer answer = verdict.answer();
        if (answer != null) {
            aside.send(answer);
        } else if (verdict.delayNanos() == 0) {
            aside.goOn(verdict);
        } else if (places.tryAcquire()) {
            aside.goOnAfter(verdict, settings.clock(), places::release);
        } else {
            aside.send(verdict.refuseInsteadOfWaiting());
        }
    }

    private void waitHere(Verdict verdict, Passage passage, FilterChain chain) throws IOException, ServletException {
        boolean waited = false;
        if (places.tryAcquire()) {
            try {
                waited = passage.waitFor(verdict, settings.clock());
            } finally {
                places.release();
            }
        }
        if (waited) {
            passage.goOn(verdict, chain);
        } else {
            passage.send(verdict.refuseInsteadOfWaiting());
        }
    }

    private boolean canWaitAside(Passage passage) {
        return settings.async() && passage.request().isAsyncSupported();
    }

    void close() {
        settings.atEnd().run();
    }
}
