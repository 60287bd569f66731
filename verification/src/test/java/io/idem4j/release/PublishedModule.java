package io.idem4j.release;

import io.idem4j.architecture.Checkout;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module that users get.
 *
 * @param folder where it is, below the root
 * @param pom its text
 */
record PublishedModule(Path root, String folder, String pom) {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(idem4j-[a-z-]+)</artifactId>");
    private static final String PARENT = "idem4j-parent";

    static List<PublishedModule> all(Checkout checkout) {
        return checkout.modules().stream()
                .map(folder -> new PublishedModule(
                        checkout.root(),
                        folder,
                        Checkout.read(checkout.root().resolve(folder).resolve("pom.xml"))))
                .filter(module -> !module.pom.contains("<maven.deploy.skip>true"))
                .toList();
    }

    String artifact() {
        Matcher found = ARTIFACT.matcher(pom);
        while (found.find()) {
            if (!found.group(1).equals(PARENT)) {
                return found.group(1);
            }
        }
        throw new IllegalStateException(folder + ": no artifactId");
    }

    boolean isBom() {
        return pom.contains("<packaging>pom</packaging>");
    }

    /** Its jar of the last release, if that had it. */
    Path baseline() {
        return Path.of("target", "api-baseline", artifact() + ".jar");
    }

    Path jar() {
        Path target = root.resolve(folder).resolve("target");
        String version = pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
        return target.resolve(artifact() + "-" + version + ".jar");
    }
}
