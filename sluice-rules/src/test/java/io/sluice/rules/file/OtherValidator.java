package io.sluice.rules.file;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A JSON Schema validator that knows nothing of ours, asked about the schema as it ships. */
final class OtherValidator {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final com.networknt.schema.Schema schema = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12)
            .getSchema(OtherValidator.class.getResourceAsStream("/io/sluice/rules/sluice.schema.json"));

    boolean passes(Node node) {
        return errors(node).isEmpty();
    }

    List<Error> errors(Node node) {
        return schema.validate(json(node));
    }

    private static JsonNode json(Node node) {
        if (node instanceof Sequence list) {
            ArrayNode array = JSON.arrayNode();
            list.items().forEach(item -> array.add(json(item)));
            return array;
        }
        if (node instanceof Mapping map) {
            ObjectNode object = JSON.objectNode();
            map.entries().forEach(entry -> object.set(entry.name(), json(entry.value())));
            return object;
        }
        Scalar scalar = (Scalar) node;
        return switch (scalar.look()) {
            case TEXT -> JSON.stringNode(scalar.value());
            case INTEGER -> JSON.numberNode(Long.parseLong(scalar.value()));
            case NUMBER -> JSON.numberNode(scalar.number());
            case BOOLEAN -> JSON.booleanNode(Boolean.parseBoolean(scalar.value()));
            case NOTHING -> JSON.nullNode();
        };
    }
}
