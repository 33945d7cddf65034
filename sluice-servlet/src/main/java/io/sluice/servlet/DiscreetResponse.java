package io.sluice.servlet;

import io.sluice.http.field.Field;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.List;

/**
 * A response that does not tell how somebody stands to those who could not prove to be that one: an answer with status 401 or 403 loses its
 * rate fields.
 */
final class DiscreetResponse extends HttpServletResponseWrapper {
    private List<Field> secret = List.of();

    DiscreetResponse(HttpServletResponse response) {
        super(response);
    }

    void hideFromStrangers(List<Field> fields) {
        secret = fields;
    }

    @Override
    public void setStatus(int status) {
        hide(status);
        super.setStatus(status);
    }

    @Override
    public void sendError(int status) throws IOException {
        hide(status);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        hide(status);
        super.sendError(status, message);
    }

    private void hide(int status) {
        if (status == SC_UNAUTHORIZED || status == SC_FORBIDDEN) {
            secret.forEach(field -> setHeader(field.name(), null));
        }
    }
}
