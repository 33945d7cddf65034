package io.sluice.server.api;

/** The API under the rules given as the second argument, on the port given as the first, in a process of its own that can be stopped and killed. */
public final class ApiProcess {
    private ApiProcess() {}

    public static void main(String[] arguments) throws Exception {
        ApiScene scene = new ApiScene(arguments[1], null, 2, Integer.parseInt(arguments[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(scene::close));
        Thread.currentThread().join();
    }
}
