// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import weft.transport.job.TemporaryFolder;

/// A program that is one `.java` file. The launcher compiles it once for all ranks. As with `java
/// File.java`, other files in its folder are compiled when it uses them.
///
/// The classes are written to a temporary jar, not a folder. A JVM keeps a jar open, so a rank that
/// is still ending when the launcher removes it can load its classes.
final class SourceProgram {
  private SourceProgram() {}

  /// Compiles `file`, with the classes of `classPath` and Weft's own.
  ///
  /// @throws CommandException with the compiler's messages if it does not compile
  static ProgramSpec compile(Path file, List<Path> classPath, boolean preview) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw CommandException.failure(
          "A .java file needs a JDK, and "
              + System.getProperty("java.home")
              + " has no compiler; run a .jar, or set JAVA_HOME to a JDK 25.");
    }
    Path jar = TemporaryFolder.untilExit("launcher").resolve("classes.jar");
    var path = new LinkedHashSet<>(RankCommand.weftClassPath());
    path.addAll(classPath);
    var messages = new StringWriter();
    @Nullable String mainClass;
    try (var standard = compiler.getStandardFileManager(null, null, null);
        var files = new JarWriter(standard, jar)) {
      standard.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
      var parsed = new Parsed(file, standard);
      var task =
          (JavacTask)
              compiler.getTask(
                  messages, files, null, options(preview), null, standard.getJavaFileObjects(file));
      task.addTaskListener(parsed);
      var progress = LongWork.of("compiling " + file);
      boolean compiled = task.call();
      progress.end();
      if (!compiled) {
        throw CommandException.failure(
            file + " does not compile.\n" + messages.toString().stripTrailing());
      }
      mainClass = parsed.mainClass;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (mainClass == null) {
      throw CommandException.failure(
          file + " has no main method; add one: void main(String[] args) { … }");
    }
    var all = new ArrayList<Path>(List.of(jar));
    all.addAll(classPath);
    return new ProgramSpec(file.toString(), mainClass, all);
  }

  /// A program that the JVM compiles when it starts `file`.
  static ProgramSpec inPlace(Path file, List<Path> classPath, boolean preview) {
    List<String> options =
        preview ? List.of("--source", "" + Runtime.version().feature()) : List.of();
    return new ProgramSpec(file.toString(), file.toString(), classPath, options);
  }

  private static List<String> options(boolean preview) {
    var options =
        new ArrayList<>(List.of("-proc:none", "-g", "-Xlint:-options", "-implicit:class"));
    if (preview) {
      options.addAll(List.of("--enable-preview", "--release", "" + Runtime.version().feature()));
    }
    return options;
  }

  /// The root folder of the file's package; null if the file is not in the folder of its package.
  private static @Nullable Path sourceRoot(Path file, CompilationUnitTree unit) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (unit.getPackageName() != null) {
      String[] names = unit.getPackageName().toString().split("\\.", -1);
      for (int i = names.length - 1; i >= 0; i--) {
        if (folder == null || !folder.endsWith(names[i])) {
          return null;
        }
        folder = folder.getParent();
      }
    }
    return folder;
  }

  /// Runs when the file is parsed, before its names are resolved. It sets the path of other
  /// sources, and records the first class that has a main method.
  private static final class Parsed implements TaskListener {
    private final Path file;
    private final StandardJavaFileManager files;
    private boolean seen;
    private @Nullable String mainClass;

    Parsed(Path file, StandardJavaFileManager files) {
      this.file = file;
      this.files = files;
    }

    @Override
    public void finished(TaskEvent event) {
      CompilationUnitTree unit = event.getCompilationUnit();
      if (event.getKind() != TaskEvent.Kind.PARSE || seen || unit == null) {
        return;
      }
      seen = true;
      Path root = sourceRoot(file, unit);
      if (root != null) {
        setSourcePath(root);
      }
      String prefix = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
      for (Tree type : unit.getTypeDecls()) {
        if (mainClass == null && type instanceof ClassTree c && hasMain(c)) {
          mainClass = prefix + c.getSimpleName();
        }
      }
    }

    private void setSourcePath(Path root) {
      try {
        files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(root));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean hasMain(ClassTree type) {
      return type.getMembers().stream()
          .anyMatch(m -> m instanceof MethodTree method && method.getName().contentEquals("main"));
    }
  }
}
