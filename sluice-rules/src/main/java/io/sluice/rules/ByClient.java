package io.sluice.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is said about single clients: {@code user:ann} to something, found without putting that text together. */
final class ByClient<T> {
    private final Map<Attribute, Map<String, T>> known = new HashMap<>();

    <S> ByClient(Map<String, S> clients, Function<Map.Entry<String, S>, T> value) {
        for (Map.Entry<String, S> client : clients.entrySet()) {
            int colon = client.getKey().indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException("a client is KIND:VALUE, such as user:ann, not " + client.getKey());
            }
            Attribute kind = Attribute.of(client.getKey().substring(0, colon));
            known.computeIfAbsent(kind, k -> new HashMap<>())
                    .put(client.getKey().substring(colon + 1), value.apply(client));
        }
    }

    List<T> all() {
        return known.values().stream()
                .flatMap(values -> values.values().stream())
                .toList();
    }

    @Nullable
    T find(Attributes attributes) {
        if (known.isEmpty()) {
            return null;
        }
        for (Map.Entry<Attribute, Map<String, T>> kind : known.entrySet()) {
            String given = attributes.get(kind.getKey());
            T found = given == null ? null : kind.getValue().get(given);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
