package io.sluice.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process does on signals. Java has no other way than {@code sun.misc.Signal}, which all its versions have and whose use compilers warn of; so it is called by its
 * name. Where there is no such signal, as on Windows, nothing happens.
 */
public final class Signals implements AutoCloseable {
    private record Before(Object signal, Object handler) {}

    private final List<Before> before = new ArrayList<>();

    /** From now on this signal ({@code HUP}) runs this action, each time on a thread of its own, until closed. */
    public void on(String name, Runnable action) {
        try {
            Class<?> signals = Class.forName("sun.misc.Signal");
            Object signal = signals.getConstructor(String.class).newInstance(name);
            before.add(new Before(signal, handle(signal, handler(action))));
        } catch (ReflectiveOperationException | IllegalArgumentException notHere) {
            System.getLogger(Signals.class.getName())
                    .log(System.Logger.Level.DEBUG, "no signal " + name + " here", notHere);
        }
    }

    private static Object handler(Runnable action) throws ClassNotFoundException {
        Class<?> type = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, method, arguments);
            }
            action.run();
            return null;
        });
    }

    private static @Nullable Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "signal handler";
        };
    }

    /** Answers the handler before. */
    private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
        Method handle =
                signal.getClass().getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"));
        try {
            return handle.invoke(null, signal, handler);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(e.getCause());
        }
    }

    @Override
    public void close() {
        for (Before each : before) {
            try {
                handle(each.signal, each.handler);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                throw new IllegalStateException("a signal that could be taken could not be given back", e);
            }
        }
        before.clear();
    }
}
