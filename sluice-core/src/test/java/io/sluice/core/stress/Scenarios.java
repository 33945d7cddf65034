package io.sluice.core.stress;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/** Scenarios for Lincheck, chosen by hand: where it would take chance long to come by. */
final class Scenarios {
    private final Class<?> tested;
    private final List<List<Actor>> threads = new ArrayList<>();

    private Scenarios(Class<?> tested) {
        this.tested = tested;
    }

    static Scenarios of(Class<?> tested) {
        return new Scenarios(tested);
    }

    /** One more thread with these operations, each a name and its arguments. */
    Scenarios thread(Object[]... operations) {
        threads.add(actors(operations));
        return this;
    }

    /** With these operations when all threads are done. */
    ExecutionScenario then(Object[]... operations) {
        return new ExecutionScenario(List.of(), threads, actors(operations), null);
    }

    static Object[] call(String operation, Integer... arguments) {
        Object[] call = new Object[arguments.length + 1];
        call[0] = operation;
        System.arraycopy(arguments, 0, call, 1, arguments.length);
        return call;
    }

    private List<Actor> actors(Object[]... operations) {
        return Arrays.stream(operations).map(this::actor).toList();
    }

    private Actor actor(Object[] operation) {
        List<Object> arguments = Arrays.asList(operation).subList(1, operation.length);
        return new Actor(method((String) operation[0]), arguments);
    }

    private Method method(String name) {
        return Arrays.stream(tested.getMethods())
                .filter(m -> m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
