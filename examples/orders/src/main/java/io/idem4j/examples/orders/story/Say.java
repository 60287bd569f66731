package io.idem4j.examples.orders.story;

/** The story's words on standard output. */
final class Say {
    private int chapters;

    /** Opens a numbered part. */
    void title(String title) {
        System.out.println();
        System.out.println(++chapters + ". " + title);
    }

    void line(String line) {
        System.out.println("   " + line);
    }

    void request(Scene scene) {
        line("POST /orders  key " + scene.key() + "  " + scene.order()
                + (scene.atOnce() > 1 ? "  x " + scene.atOnce() : ""));
    }

    /** The last word. */
    void verdict(String verdict) {
        System.out.println();
        System.out.println(verdict);
    }
}
