// SPDX-License-Identifier: Apache-2.0
package weft.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import weft.system.ProjectTree;

/// What users see of a module says what it is: every public type of an exported package, and every
/// public method that overrides none.
final class DocstringsTest {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  @Test
  void whatIsExportedIsDescribed() throws IOException {
    var files = new ArrayList<Path>();
    for (Path descriptor : descriptors()) {
      for (String name : exported(descriptor)) {
        files.addAll(sources(descriptor.resolveSibling(name.replace('.', '/'))));
      }
    }
    assertThat(files).hasSizeGreaterThan(50);

    JavacTask task = task(files);
    var missing = new TreeSet<String>();
    for (CompilationUnitTree unit : task.parse()) {
      new Undescribed(DocTrees.instance(task), missing).scan(unit, null);
    }
    assertThat(missing).isEmpty();
  }

  /// What else is public there is for the command, and `@hidden` keeps it out of the Javadoc.
  @Test
  void transportsShowTheirProvidersAlone() throws IOException {
    for (String name : List.of("shm", "mpi")) {
      Path folder =
          ProjectTree.root()
              .resolve("transports/" + name + "/src/main/java/weft/transport/" + name);
      JavacTask task = task(sources(folder));
      var shown = new TreeSet<String>();
      for (CompilationUnitTree unit : task.parse()) {
        for (Tree tree : unit.getTypeDecls()) {
          var type = (ClassTree) tree;
          String comment = DocTrees.instance(task).getDocComment(TreePath.getPath(unit, type));
          if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)
              && (comment == null || !comment.contains("@hidden"))) {
            shown.add(type.getSimpleName().toString());
          }
        }
      }
      assertThat(shown).hasSize(1).allMatch(it -> it.endsWith("Provider"));
    }
  }

  private static List<Path> descriptors() throws IOException {
    var found = new ArrayList<Path>();
    for (String line : Files.readAllLines(ProjectTree.root().resolve("pom.xml"))) {
      if (line.strip().startsWith("<module>")) {
        String module = line.strip().replaceAll("</?module>", "");
        Path descriptor =
            ProjectTree.root().resolve(module).resolve("src/main/java/module-info.java");
        if (Files.exists(descriptor)) {
          found.add(descriptor);
        }
      }
    }
    return found;
  }

  /// The packages that a module exports to everybody.
  private static Set<String> exported(Path descriptor) throws IOException {
    var names = new TreeSet<String>();
    for (CompilationUnitTree unit : task(List.of(descriptor)).parse()) {
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitExports(ExportsTree tree, @Nullable Void unused) {
          if (tree.getModuleNames() == null || tree.getModuleNames().isEmpty()) {
            names.add(tree.getPackageName().toString());
          }
          return null;
        }
      }.scan(unit, null);
    }
    return names;
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(it -> it.toString().endsWith(".java") && !it.endsWith("package-info.java"))
          .toList();
    }
  }

  private static JavacTask task(List<Path> files) {
    var manager = COMPILER.getStandardFileManager(null, Locale.ROOT, null);
    return (JavacTask)
        COMPILER.getTask(
            null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
  }

  /// Collects what is public, down to what is not, and has no docstring.
  private static final class Undescribed extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final DocTrees trees;
    private final Set<String> missing;

    Undescribed(DocTrees trees, Set<String> missing) {
      this.trees = trees;
      this.missing = missing;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      if (!isPublic(tree.getModifiers())) {
        return null;
      }
      check(tree.getSimpleName().toString());
      return super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
      boolean overrides =
          tree.getModifiers().getAnnotations().stream()
              .anyMatch(it -> it.getAnnotationType().toString().equals("Override"));
      if (isPublic(tree.getModifiers()) && !overrides) {
        check(tree.getName().toString());
      }
      return null; // What is inside is nobody's business.
    }

    /// Members of an interface need not say that they are public.
    private boolean isPublic(ModifiersTree modifiers) {
      Tree around = getCurrentPath().getParentPath().getLeaf();
      boolean implied = around.getKind() == Tree.Kind.INTERFACE;
      Set<Modifier> flags = modifiers.getFlags();
      return flags.contains(Modifier.PUBLIC) || (implied && !flags.contains(Modifier.PRIVATE));
    }

    private void check(String name) {
      TreePath path = getCurrentPath();
      if (trees.getDocCommentTree(path) == null) {
        Path file = Path.of(path.getCompilationUnit().getSourceFile().toUri());
        missing.add(ProjectTree.root().relativize(file) + ": " + name);
      }
    }
  }
}
