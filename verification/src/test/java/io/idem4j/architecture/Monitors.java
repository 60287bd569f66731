package io.idem4j.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods that are {@code synchronized} or hold a block that is: a virtual thread that waits in one keeps its carrier on JDK 17 to 23. */
final class Monitors {
    private Monitors() {}

    static List<String> in(JavaClass type) {
        List<String> found = new ArrayList<>();
        try (InputStream code = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            new ClassReader(code).accept(new Finder(type.getName(), found), ClassReader.SKIP_DEBUG);
        } catch (IOException failed) {
            throw new UncheckedIOException(type.getName(), failed);
        }
        return found;
    }

    private static final class Finder extends ClassVisitor {
        private final String type;
        private final List<String> found;

        Finder(String type, List<String> found) {
            super(Opcodes.ASM9);
            this.type = type;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                found.add(type + "." + name + " is synchronized");
            }
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        found.add(type + "." + name + " has a synchronized block");
                    }
                }
            };
        }
    }
}
