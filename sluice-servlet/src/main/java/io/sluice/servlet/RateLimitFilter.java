package io.sluice.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests through to the application as the rules say. Made by {@link FilterSettings}, or by a container with the init parameter {@code rules}: the path of
 * a rule file.
 *
 * <p>Only the REQUEST dispatch is counted. Where a decision or a delay takes time and the request supports it, no thread waits: the request is dispatched
 * again (ASYNC) when it may go on, so filters behind this one need that dispatcher type too.
 */
public final class RateLimitFilter implements Filter {
    /** Request attribute: the {@link io.sluice.rules.Ruling}. */
    public static final String RULING = "io.sluice.ruling";

    /** Request attribute: {@code true} if the request passed beyond its limit, so that the application can answer cheaply. */
    public static final String REDUCED = "io.sluice.reduced";

    private @Nullable Admission admission;

    /** For containers: settings come with {@link #init}. */
    public RateLimitFilter() {}

    RateLimitFilter(FilterSettings settings) {
        admission = new Admission(settings);
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        if (admission == null) {
            admission = new Admission(InitParameters.read(config));
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (admission != null
                && request.getDispatcherType() == DispatcherType.REQUEST
                && request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && http.getAttribute(RULING) == null) {
            admission.decide(new Passage(http, new DiscreetResponse(answer)), chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    @Override
    public void destroy() {
        if (admission != null) {
            admission.close();
        }
    }
}
