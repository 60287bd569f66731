package io.idem4j.release;

import static java.util.stream.Collectors.toList;

import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.model.AccessModifier;
import japicmp.model.JApiChangeStatus;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of a released API is gone, or is another, for those who compiled against it or will again. */
final class ApiGate {
    private final JarArchiveComparator comparator;

    ApiGate() {
        JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
        options.setAccessModifier(AccessModifier.PROTECTED);
        options.getIgnoreMissingClasses().setIgnoreAllMissingClasses(true);
        comparator = new JarArchiveComparator(options);
    }

    /** A line for each broken promise, in exported packages of {@code before}; empty where users need not change anything. */
    List<String> broken(Path before, Path now) {
        Set<String> exported = exported(before);
        return comparator.compare(archive(before, "before"), archive(now, "now")).stream()
                .filter(type -> exported.isEmpty() || exported.contains(packageOf(type)))
                .flatMap(ApiGate::broken)
                .collect(toList());
    }

    private static JApiCmpArchive archive(Path jar, String version) {
        return new JApiCmpArchive(new File(jar.toString()), version);
    }

    private static Stream<String> broken(JApiClass type) {
        if (type.getChangeStatus() == JApiChangeStatus.NEW) {
            return Stream.empty();
        }
        Set<String> changes = new TreeSet<>();
        Stream.of(
                        List.of(type, type.getSuperclass()),
                        type.getMethods(),
                        type.getConstructors(),
                        type.getFields(),
                        type.getInterfaces())
                .flatMap(List::stream)
                .map(JApiCompatibility.class::cast)
                .filter(each -> !each.isBinaryCompatible() || !each.isSourceCompatible())
                .flatMap(each -> each.getCompatibilityChanges().stream())
                .forEach(change -> changes.add(change.getType().toString()));
        return changes.stream().map(change -> type.getFullyQualifiedName() + ": " + change);
    }

    private static String packageOf(JApiClass type) {
        String name = type.getFullyQualifiedName();
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** Empty where the jar is no module. */
    private static Set<String> exported(Path jar) {
        try {
            return ModuleFinder.of(jar).findAll().stream()
                    .map(found -> found.descriptor())
                    .filter(descriptor -> !descriptor.isAutomatic())
                    .flatMap(descriptor -> descriptor.exports().stream())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        } catch (FindException e) {
            return Set.of();
        }
    }
}
