package io.sluice.cli.simulate;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;

/** Makes events of lines. An event it returns is complete and in range; what it cannot know is which reservations exist. */
final class EventReader {
    private static final String NANOS = "give whole nanoseconds from 0 to " + Long.MAX_VALUE;
    private static final String NANOS_OR_NULL = NANOS + ", or null for no bound";
    private static final String PERMITS = "give a whole number from 0 to " + Limit.MOST_PERMITS;
    private static final String KEY = "give a text such as \"a\"";
    private static final String OP = "give one of " + Op.NAMES;
    private static final String ID = "give a text such as \"r1\", or a whole number";
    private static final String LIMIT = "give a text such as \"10/s burst 20\", or a list of them";

    private final JsonReader json = new JsonReader();
    private final Event event = new Event();

    /** The same event each time, filled anew. */
    Event read(byte[] bytes, int from, int to) throws BadInput {
        event.clear();
        json.open(bytes, from, to);
        int start = json.at() - 1;
        for (String name = json.nextField(); name != null; name = json.nextField()) {
            readValue(field(name));
        }
        checkWhole(start);
        return event;
    }

    private Field field(String name) throws BadInput {
        Field field = Field.named(name);
        if (field == null) {
            throw new BadInput(
                    json.nameAt(), "unknown field " + JsonReader.quoted(name) + "; the fields are " + Field.NAMES);
        }
        if (event.has(field)) {
            throw new BadInput(json.nameAt(), field + " is there twice; give it once");
        }
        event.found(field, json.at());
        return field;
    }

    private void readValue(Field field) throws BadInput {
        switch (field) {
            case T -> event.t = json.number("t", Long.MAX_VALUE, NANOS);
            case KEY -> event.key = key();
            case PERMITS -> event.permits = json.number("permits", Limit.MOST_PERMITS, PERMITS);
            case OP -> event.op = op();
            case ID -> event.id = id();
            case MAX_WAIT_NANOS -> event.maxWaitNanos = nanosOrNull(field);
            case DURATION_NANOS -> event.durationNanos = nanosOrNull(field);
            case LIMIT -> event.limits = limits();
        }
    }

    private String key() throws BadInput {
        int at = json.at();
        String key = json.text("key", KEY);
        if (key.length() > Key.LONGEST) {
            throw new BadInput(at, "key has " + key.length() + " characters; give at most " + Key.LONGEST);
        }
        return key;
    }

    private Op op() throws BadInput {
        int at = json.at();
        String name = json.text("op", OP);
        Op op = Op.named(name);
        if (op == null) {
            throw new BadInput(at, "op is " + JsonReader.quoted(name) + "; " + OP);
        }
        return op;
    }

    private String id() throws BadInput {
        return json.isText() ? json.text("id", ID) : Long.toString(json.number("id", Long.MAX_VALUE, ID));
    }

    private long nanosOrNull(Field field) throws BadInput {
        return json.takeNull() ? Event.UNBOUNDED : json.number(field.toString(), Long.MAX_VALUE, NANOS_OR_NULL);
    }

    private Limit[] limits() throws BadInput {
        if (!json.isList()) {
            return new Limit[] {limit()};
        }
        int at = json.at();
        List<Limit> limits = new ArrayList<>();
        json.openList();
        while (json.nextElement()) {
            limits.add(limit());
        }
        if (limits.isEmpty()) {
            throw new BadInput(at, "limit is an empty list; " + LIMIT);
        }
        return limits.toArray(Limit[]::new);
    }

    private Limit limit() throws BadInput {
        int at = json.at();
        String text = json.text("limit", LIMIT);
        try {
            return Limit.parse(text);
        } catch (IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("bad limit");
            throw new BadInput(at, problem + "; " + LIMIT);
        }
    }

    private void checkWhole(int start) throws BadInput {
        if (!event.has(Field.T)) {
            throw new BadInput(start, "t is missing; give the nanoseconds since the start, such as \"t\":0");
        }
        checkNeeded(start, Op.CANCEL, Field.ID, ID);
        checkNeeded(start, Op.RECONFIGURE, Field.LIMIT, LIMIT);
        for (Field field : Field.values()) {
            if (event.has(field) && !event.op.takes(field)) {
                throw new BadInput(
                        event.place(field),
                        event.op + " takes no " + field + "; leave it out, or give op " + Op.taking(field));
            }
        }
    }

    private void checkNeeded(int start, Op op, Field field, String right) throws BadInput {
        if (event.op == op && !event.has(field)) {
            throw new BadInput(start, op + " needs " + field + "; " + right);
        }
    }
}
