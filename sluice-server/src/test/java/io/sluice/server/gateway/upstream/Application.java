package io.sluice.server.gateway.upstream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A small server that answers everything with one status, and remembers what it was asked. */
final class Application implements AutoCloseable {
    final Queue<String> asked = new ConcurrentLinkedQueue<>();
    volatile int status = 200;
    private final HttpServer server;

    private Application(HttpServer server) {
        this.server = server;
        server.createContext("/", this::answer);
        server.start();
    }

    static Application start() throws IOException {
        return at(0);
    }

    static Application at(int port) throws IOException {
        return new Application(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    }

    static Application startTls(SSLContext tls, boolean clientsShowCertificates) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = tls.getDefaultSSLParameters();
                wanted.setNeedClientAuth(clientsShowCertificates);
                parameters.setSSLParameters(wanted);
            }
        });
        return new Application(server);
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Host"));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
