package io.sluice.servlet;

import io.sluice.testkit.http.Door;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A Jetty on loopback with the filter, for every kind of dispatch, in front of a servlet. It lets every path through, so that the filter is what refuses. */
final class JettyDoor implements Door {
    /** What the servlet does besides counting. */
    @FunctionalInterface
    interface Application {
        void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }

    private final Server server = new Server();
    private final ServerConnector connector;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private JettyDoor(FilterHolder filter, boolean async, Application application) {
        HttpConfiguration http = new HttpConfiguration();
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(64 * 1024);
        connector = new ServerConnector(
                server, 1, 1, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(5_000);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        filter.setAsyncSupported(async);
        context.addFilter(filter, "/*", EnumSet.allOf(DispatcherType.class));
        ServletHolder servlet = new ServletHolder(new Counting(application));
        servlet.setAsyncSupported(async);
        context.addServlet(servlet, "/*");
        server.setHandler(context);
    }

    static JettyDoor start(Filter filter, boolean async, Application application) throws Exception {
        return start(new FilterHolder(filter), async, application);
    }

    static JettyDoor start(FilterHolder filter, boolean async, Application application) throws Exception {
        JettyDoor door = new JettyDoor(filter, async, application);
        door.server.start();
        return door;
    }

    static void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(request.getRequestURI().startsWith("/private") ? 401 : 200);
        response.getWriter().print("served");
    }

    private final class Counting extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient Application application;

        Counting(Application application) {
            this.application = application;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            seen.add(request.getDispatcherType() + " " + request.getMethod() + " " + request.getRequestURI());
            application.answer(request, response);
        }
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public int served() {
        return seen.size();
    }

    /** Each request that has reached the servlet: how it was dispatched, its method and its path. */
    List<String> seen() {
        return seen;
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Jetty does not stop", e);
        }
    }
}
