package io.idem4j.spring.boot.guide;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What the poms of the reactor say. */
record Modules(Path root, Map<String, String> folders) {
    private static final String BROUGHT = "/project/dependencies/dependency[groupId='io.idem4j']"
            + "[not(optional='true')][not(scope) or scope='compile' or scope='runtime']/artifactId";

    static Modules ofThisCheckout() {
        Path root = Path.of("").toAbsolutePath().getParent();
        Map<String, String> folders = new HashMap<>();
        texts(root.resolve("pom.xml"), "/project/modules/module")
                .forEach(folder -> folders.put(
                        texts(root.resolve(folder).resolve("pom.xml"), "/project/artifactId")
                                .get(0),
                        folder));
        return new Modules(root, folders);
    }

    Set<String> artifacts() {
        return folders.keySet();
    }

    String version() {
        return texts(root.resolve("pom.xml"), "/project/version").get(0);
    }

    List<String> managedByTheBom() {
        return texts(root.resolve("bom/pom.xml"), "/project/dependencyManagement/dependencies/dependency/artifactId");
    }

    /** A module's artifact, and those that come with it. */
    Set<String> closure(String artifact) {
        Set<String> all = new LinkedHashSet<>();
        collect(artifact, all);
        return all;
    }

    private void collect(String artifact, Set<String> all) {
        if (all.add(artifact)) {
            texts(root.resolve(folders.get(artifact)).resolve("pom.xml"), BROUGHT)
                    .forEach(brought -> collect(brought, all));
        }
    }

    private static List<String> texts(Path pom, String path) {
        try {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return new ArrayList<>(IntStream.range(0, found.getLength())
                    .mapToObj(i -> found.item(i).getTextContent().strip())
                    .toList());
        } catch (Exception e) {
            throw new AssertionError(pom + ": " + path, e);
        }
    }
}
