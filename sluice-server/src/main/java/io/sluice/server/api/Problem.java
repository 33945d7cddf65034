package io.sluice.server.api;

import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a caller does not get what it asked for.
 *
 * @param detail what is wrong, and what would be right
 * @param pointer where in the body, as a JSON pointer; null if it is not there
 */
record Problem(int status, String detail, @Nullable String pointer) {
    private static final JsonMapper JSON = JsonMapper.shared();

    static Problem of(int status, String detail) {
        return new Problem(status, detail, null);
    }

    static Problem at(String pointer, String detail) {
        return new Problem(400, detail, pointer);
    }

    ObjectNode json() {
        ObjectNode json = JSON.createObjectNode();
        json.put("type", "about:blank");
        json.put("title", HttpResponseStatus.valueOf(status).reasonPhrase());
        json.put("status", status);
        json.put("detail", detail);
        if (pointer != null) {
            json.put("pointer", pointer);
        }
        return json;
    }

    Reply reply() {
        return Reply.of(status, "application/problem+json", json() + "\n");
    }
}
