package io.sluice.servlet;

import io.sluice.core.Clock;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.rules.Attribute;
import io.sluice.rules.Ruling;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One request on its way through the filter, and the response to it. */
record Passage(HttpServletRequest request, DiscreetResponse response) {
    void goOn(Verdict verdict, FilterChain chain) throws IOException, ServletException {
        mark(verdict);
        Ruling ruling = verdict.ruling();
        try {
            chain.doFilter(request, response);
        } finally {
            if (ruling != null && !ruling.awaited().isEmpty()) {
                settle(ruling);
            }
        }
    }

    /** Tells the application what was decided, and its client how it stands. */
    void mark(Verdict verdict) {
        Ruling ruling = verdict.ruling();
        request.setAttribute(RateLimitFilter.RULING, ruling);
        if (ruling != null && ruling.outcome() == Ruling.Outcome.REDUCED) {
            request.setAttribute(RateLimitFilter.REDUCED, true);
        }
        verdict.fields().forEach(this::add);
        if (verdict.personal()) {
            response.hideFromStrangers(verdict.fields());
        }
    }

    private void settle(Ruling ruling) {
        if (request.isAsyncStarted()) {
            request.getAsyncContext().addListener(new WhenOver(() -> ended(ruling)));
        } else {
            ended(ruling);
        }
    }

    void ended(Ruling ruling) {
        ruling.ended(this::responseHeader);
    }

    private @Nullable String responseHeader(Attribute attribute) {
        return attribute.kind() == Attribute.Kind.HEADER ? response.getHeader(attribute.name()) : null;
    }

    void send(Answer answer) throws IOException {
        byte[] body = answer.body();
        response.setStatus(answer.status());
        answer.fields().forEach(this::add);
        if (!request.getMethod().equals("HEAD")) {
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
        response.flushBuffer();
    }

    /** What a filter in front has said about origins stays. */
    private void add(Field field) {
        switch (field.name()) {
            case "Vary", "Access-Control-Expose-Headers" -> response.addHeader(field.name(), field.value());
            case "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials" -> {
                if (!response.containsHeader(field.name())) {
                    response.setHeader(field.name(), field.value());
                }
            }
            default -> response.setHeader(field.name(), field.value());
        }
    }

    /** In this thread; false if it was interrupted. */
    boolean waitFor(Verdict verdict, Clock clock) {
        CountDownLatch over = new CountDownLatch(1);
        Clock.Alarm alarm = clock.schedule(verdict.delayNanos(), over::countDown);
        try {
            over.await();
            return true;
        } catch (InterruptedException e) {
            alarm.cancel();
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
