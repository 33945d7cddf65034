package io.sluice.server.admin;

import io.sluice.core.Clock;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Collectors;

/** Finds who answers, and lets only those ask who may. */
final class Router {
    private static final System.Logger LOG = System.getLogger(Router.class.getName());

    private final AuditLog audit = new AuditLog(Clock.system());
    private final Access access;
    private final List<Endpoint> endpoints;

    Router(Access access, List<Endpoint> endpoints) {
        this.access = access;
        this.endpoints = List.copyOf(endpoints);
    }

    /** And writes down what would change something. */
    Reply answer(AdminRequest request) {
        List<Endpoint> there = endpoints.stream()
                .filter(endpoint -> endpoint.path().equals(request.path()))
                .toList();
        Endpoint.Right right = there.isEmpty() ? Endpoint.Right.OPEN : right(there, request);
        Reply reply = answer(request, there, right);
        if (right == Endpoint.Right.WRITE) {
            audit.write(request, access.token(request), reply);
        }
        return reply;
    }

    private Reply answer(AdminRequest request, List<Endpoint> there, Endpoint.Right right) {
        Reply refusal = access.refusal(request, right);
        if (refusal != null) {
            return refusal;
        }
        return there.isEmpty() ? unknown(request) : answer(there, request);
    }

    /** Whether the answer is known without waiting for anything, also where every other thread is stuck. */
    boolean answersAtOnce(AdminRequest request) {
        return request.path().equals(Endpoints.HEALTH);
    }

    private static Endpoint.Right right(List<Endpoint> there, AdminRequest request) {
        return there.stream()
                .filter(endpoint -> endpoint.takes(request.method()))
                .findFirst()
                .map(Endpoint::right)
                .orElse(Endpoint.Right.OPEN);
    }

    private Reply unknown(AdminRequest request) {
        String known = endpoints.stream()
                .map(endpoint -> endpoint.method() + " " + endpoint.path())
                .collect(Collectors.joining(", "));
        return Reply.problem(404, "there is nothing at " + request.path() + "; there are: " + known);
    }

    private static Reply answer(List<Endpoint> there, AdminRequest request) {
        for (Endpoint endpoint : there) {
            if (endpoint.takes(request.method())) {
                return answer(endpoint, request);
            }
        }
        String methods = there.stream().map(Endpoint::methods).collect(Collectors.joining(", "));
        return Reply.problem(405, request.path() + " takes " + methods + ", not " + request.method())
                .with("Allow", methods);
    }

    private static Reply answer(Endpoint endpoint, AdminRequest request) {
        try {
            return endpoint.answer().apply(request);
        } catch (IllegalArgumentException e) {
            return Reply.problem(400, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "no answer to " + endpoint.path(), e);
            return Reply.problem(500, "this should not have happened; the log has more");
        }
    }
}
