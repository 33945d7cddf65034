package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Look;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Makes nodes of YAML, or JSON, which is YAML too. Depth and size are bounded, also of what anchors multiply. */
final class Yaml {
    private static final int MOST_DEPTH = 50;
    private static final long MOST_NODES = 500_000;
    /** Longer ones are text: no setting needs them. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?");

    /** What is thrown inside only, to get out. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stop() {
            super(null, null, false, false);
        }
    }

    private final Iterator<Event> events;
    private final Problems problems;
    private final Map<Anchor, Node> anchors = new HashMap<>();
    private long nodes;

    private Yaml(Iterator<Event> events, Problems problems) {
        this.events = events;
        this.problems = problems;
    }

    /** Null if the text is no YAML; what is wrong is told. */
    static @Nullable Node read(String text, Problems problems) {
        LoadSettings settings = LoadSettings.builder()
                .setUseMarks(true)
                .setParseComments(false)
                .setCodePointLimit(FileText.MOST_BYTES)
                .build();
        try {
            return new Yaml(new Parse(settings).parseString(text).iterator(), problems).document();
        } catch (Stop e) {
            return null;
        } catch (YamlEngineException e) {
            YamlError.tell(e, text, problems);
            return null;
        }
    }

    private Node document() {
        Event event = next();
        while (event.getEventId() == ID.StreamStart || event.getEventId() == ID.DocumentStart) {
            event = next();
        }
        if (event.getEventId() == ID.StreamEnd) {
            throw stop(Place.START, "the file is empty", "begin with version: 1");
        }
        Node root = node(event, 0);
        next();
        Event end = next();
        if (end.getEventId() != ID.StreamEnd) {
            throw stop(place(end), "a second document begins here", "a rule file is one document");
        }
        return root;
    }

    private Event next() {
        return events.next();
    }

    private Node node(Event event, int depth) {
        if (depth > MOST_DEPTH) {
            throw stop(place(event), "nested too deeply", "no setting is nested more than " + MOST_DEPTH + " deep");
        }
        Node node = event instanceof AliasEvent alias ? named(alias) : made(event, depth);
        nodes += event instanceof AliasEvent ? node.size() : 1;
        if (nodes > MOST_NODES) {
            throw stop(
                    place(event), "too much in one file", "at most " + MOST_NODES + " values, anchors multiplied out");
        }
        if (event instanceof NodeEvent named && !(event instanceof AliasEvent)) {
            named.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        }
        return node;
    }

    private Node made(Event event, int depth) {
        if (event instanceof ScalarEvent scalar) {
            noTag(scalar.getTag(), event);
            return scalar(scalar);
        }
        noTag(((CollectionStartEvent) event).getTag(), event);
        return event.getEventId() == ID.SequenceStart ? sequence(event, depth) : mapping(event, depth);
    }

    private void noTag(Optional<String> tag, Event event) {
        if (tag.isPresent()) {
            problems.error(place(event), "the tag " + Shown.of(tag.get()) + " means nothing here", "leave it out");
        }
    }

    private Node named(AliasEvent alias) {
        Node node = anchors.get(alias.getAlias());
        if (node == null) {
            throw stop(
                    place(alias),
                    "no anchor " + Shown.of(alias.getAlias().getValue()) + " before this",
                    "text that begins with * stands in quotes");
        }
        return node;
    }

    private Sequence sequence(Event start, int depth) {
        List<Node> items = new ArrayList<>();
        long size = 1;
        for (Event event = next(); event.getEventId() != ID.SequenceEnd; event = next()) {
            Node item = node(event, depth + 1);
            size += item.size();
            items.add(item);
        }
        return new Sequence(place(start), List.copyOf(items), size);
    }

    private Mapping mapping(Event start, int depth) {
        Map<String, Entry> entries = new java.util.LinkedHashMap<>();
        long size = 1;
        for (Event event = next(); event.getEventId() != ID.MappingEnd; event = next()) {
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw stop(
                        place(event), "a list or map cannot be a key", "text with braces or brackets stands in quotes");
            }
            Node value = node(next(), depth + 1);
            size += 1 + value.size();
            Entry first = entries.putIfAbsent(key.value(), new Entry(key, value));
            if (first != null) {
                int line = first.key().place().line();
                problems.error(key.place(), "duplicate key " + key.shown(), "it stands on line " + line + " already");
            }
        }
        return new Mapping(place(start), List.copyOf(entries.values()), size);
    }

    private static Scalar scalar(ScalarEvent event) {
        Place start = place(event);
        String value = event.getValue();
        int quotes = event.isPlain() ? 0 : 1;
        Mark end = event.getEndMark().orElseThrow();
        boolean verbatim = end.getLine() + 1 == start.line()
                && end.getColumn() + 1 - start.column() == value.codePointCount(0, value.length()) + 2 * quotes;
        return new Scalar(start, value, event.isPlain() ? look(value) : Look.TEXT, verbatim, quotes);
    }

    private static Look look(String value) {
        return switch (value) {
            case "", "~", "null" -> Look.NOTHING;
            case "true", "false" -> Look.BOOLEAN;
            default ->
                !NUMBER.matcher(value).matches() ? Look.TEXT : value.indexOf('.') < 0 ? Look.INTEGER : Look.NUMBER;
        };
    }

    private static Place place(Event event) {
        return place(event.getStartMark().orElseThrow());
    }

    static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private Stop stop(Place place, String what, String right) {
        problems.error(place, what, right);
        return new Stop();
    }
}
