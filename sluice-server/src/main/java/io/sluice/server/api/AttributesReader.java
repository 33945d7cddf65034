package io.sluice.server.api;

import io.sluice.rules.Attribute;
import io.sluice.rules.list.Address;
import io.sluice.rules.match.HostGlob;
import io.sluice.server.json.Pointer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads what a caller knows about a request. It is believed: whoever may ask stands in front of the application. */
final class AttributesReader {
    private static final int MOST = 100;
    private static final int LONGEST = 8_192;
    private static final String OPTIONS = "OPTIONS";
    private static final String AMBIGUOUS =
            "the path must begin with one /, have no query, and be one that can be read in one way only";

    private final InForce inForce;

    AttributesReader(InForce inForce) {
        this.inForce = inForce;
    }

    Map<Attribute, String> read(JsonNode json, String at) throws ProblemException {
        if (!json.isObject() || json.size() > MOST) {
            throw new ProblemException(
                    at,
                    "attributes is an object of up to " + MOST
                            + " texts, such as {\"method\": \"GET\", \"path\": \"/\"}");
        }
        Map<Attribute, String> known = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            String place = at + "/" + Pointer.escaped(entry.getKey());
            Attribute attribute = Attribute.of(entry.getKey());
            if (known.put(attribute, value(attribute, entry.getValue(), place)) != null) {
                throw new ProblemException(place, "the attribute " + attribute + " comes twice; give it once");
            }
        }
        refuseOtherReadings(json.path("path"), known, at);
        return known;
    }

    private void refuseOtherReadings(JsonNode path, Map<Attribute, String> known, String at) throws ProblemException {
        boolean ofServer = path.isString() && path.stringValue().equals("*");
        if (ofServer ? !known.getOrDefault(Attribute.METHOD, OPTIONS).equals(OPTIONS) : !agree(path, known)) {
            throw new ProblemException(at + "/path", AMBIGUOUS);
        }
    }

    private boolean agree(JsonNode path, Map<Attribute, String> known) {
        return !path.isString() || inForce.agree(path.stringValue(), known::get);
    }

    private String value(Attribute attribute, JsonNode json, String at) throws ProblemException {
        if (!json.isString() || json.stringValue().length() > LONGEST) {
            throw new ProblemException(at, "an attribute is a text of up to " + LONGEST + " characters");
        }
        String value = json.stringValue();
        return switch (attribute.kind()) {
            case METHOD -> value.toUpperCase(Locale.ROOT);
            case HOST -> HostGlob.oneSpelling(value);
            case PATH -> path(value, at);
            case IP -> address(value, at);
            case ENDPOINT ->
                throw new ProblemException(at, "the endpoint follows from the path and the rules; leave it out");
            default -> value;
        };
    }

    private String path(String value, String at) throws ProblemException {
        if (value.equals("*")) {
            return value;
        }
        String path = value.indexOf('?') >= 0 ? null : inForce.paths().of(value);
        if (path == null) {
            throw new ProblemException(at, AMBIGUOUS);
        }
        return path;
    }

    private static String address(String value, String at) throws ProblemException {
        Address address = Address.of(value);
        if (address == null) {
            throw new ProblemException(at, "ip must be an address, such as 203.0.113.9 or 2001:db8::1");
        }
        return address.toString();
    }
}
