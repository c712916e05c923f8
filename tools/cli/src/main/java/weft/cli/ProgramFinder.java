// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/// Finds the program for `weft run`: a `.java` file, a jar, a built-in name, or a main class.
final class ProgramFinder {
  /// The compilation of a `.java` file.
  enum Sources {
    /// The launcher compiles it once for all ranks.
    COMPILED,
    /// The launcher compiles it to find errors, and each rank compiles it again: ranks on other
    /// machines cannot read this machine's temporary folder.
    CHECKED,
    /// Each rank compiles it.
    LEFT
  }

  private final List<Path> classPath;
  private final boolean preview;
  private final Sources sources;

  /// @param classPath the entries that the user added
  /// @param preview whether a source file may use preview features
  ProgramFinder(List<Path> classPath, boolean preview, Sources sources) {
    this.classPath = List.copyOf(classPath);
    this.preview = preview;
    this.sources = sources;
    this.classPath.forEach(ProgramFinder::check);
  }

  private static void check(Path entry) {
    if (!Files.exists(entry)) {
      throw CommandException.usage("The class path names " + entry + ", which does not exist.");
    }
    if (Files.isRegularFile(entry)) {
      try (var jar = new JarFile(entry.toFile())) {
        jar.size();
      } catch (IOException e) {
        throw notAJar(entry.toString(), e);
      }
    }
  }

  private static CommandException notAJar(String name, IOException e) {
    return CommandException.usage(name + " is not a jar that can be read: " + e.getMessage() + ".");
  }

  /// Finds the program that the user calls `name`.
  ///
  /// @throws CommandException if there is none
  ProgramSpec find(String name) {
    if (name.endsWith(".java")) {
      return source(existing(name));
    }
    if (name.endsWith(".jar")) {
      return ofJar(name, existing(name));
    }
    var catalogue = catalogue();
    Catalogue.Entry entry = catalogue.find(name);
    if (entry != null) {
      // A program of this jar needs only the class path of every program.
      var path = new LinkedHashSet<Path>();
      if (!ClassPaths.hasClass(entry.mainClass(), RankCommand.weftClassPath())) {
        path.addAll(ClassPaths.launcher());
      }
      path.addAll(classPath);
      return new ProgramSpec(name, entry.mainClass(), List.copyOf(path));
    }
    if (ClassPaths.hasClass(name, classPath)) {
      return new ProgramSpec(name, name, classPath);
    }
    throw unknown(name, catalogue);
  }

  private ProgramSpec source(Path file) {
    if (sources != Sources.LEFT) {
      ProgramSpec compiled = SourceProgram.compile(file, classPath, preview);
      if (sources == Sources.COMPILED) {
        return compiled;
      }
    }
    return SourceProgram.inPlace(file, classPath, preview);
  }

  private static Path existing(String name) {
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw CommandException.usage("There is no file " + name + ".");
    }
    return file;
  }

  /// The programs that are declared by Weft's jars and by jars that the user added.
  private Catalogue catalogue() {
    ClassLoader loader = ProgramFinder.class.getClassLoader();
    if (classPath.isEmpty()) {
      return Catalogue.read(Catalogue.PROGRAMS, loader);
    }
    try (var wider = new URLClassLoader(urls(), loader)) {
      return Catalogue.read(Catalogue.PROGRAMS, wider);
    } catch (IOException e) {
      throw CommandException.failure("The class path cannot be read: " + e.getMessage() + ".");
    }
  }

  private URL[] urls() throws MalformedURLException {
    var urls = new ArrayList<URL>();
    for (Path entry : classPath) {
      urls.add(entry.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  private ProgramSpec ofJar(String name, Path jar) {
    var path = new ArrayList<Path>(List.of(jar));
    path.addAll(classPath);
    Manifest manifest;
    try (var file = new JarFile(jar.toFile())) {
      manifest = file.getManifest();
    } catch (IOException e) {
      throw notAJar(name, e);
    }
    Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
    String main = attributes.getValue(Attributes.Name.MAIN_CLASS);
    if (main == null) {
      throw CommandException.usage(
          name
              + " names no Main-Class in its manifest; give its main class:"
              + " weft run --class-path "
              + name
              + " the.MainClass");
    }
    return new ProgramSpec(name, main.trim(), path, manifestOptions(attributes));
  }

  /// The manifest attributes that `java -jar` reads, as options: with a class path the JVM ignores
  /// them.
  private static List<String> manifestOptions(Attributes attributes) {
    var options = new ArrayList<String>();
    if ("ALL-UNNAMED".equals(attributes.getValue("Enable-Native-Access"))) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    for (String kind : List.of("Add-Exports", "Add-Opens")) {
      String packages = attributes.getValue(kind);
      if (packages != null) {
        for (String one : packages.trim().split("\\s+")) {
          options.add("--" + kind.toLowerCase(java.util.Locale.ROOT) + "=" + one + "=ALL-UNNAMED");
        }
      }
    }
    return options;
  }

  private CommandException unknown(String name, Catalogue catalogue) {
    var known = catalogue.entries().keySet();
    String builtIn = known.isEmpty() ? "" : " Built in: " + String.join(", ", known) + ".";
    if (name.contains(".")) {
      return CommandException.usage(
          classPath.isEmpty()
              ? "To run the main class " + name + ", give its place with --class-path." + builtIn
              : "There is no class " + name + " in " + ClassPaths.join(classPath) + "." + builtIn);
    }
    return CommandException.usage(
        "There is no program "
            + name
            + "."
            + KnownNames.suggestion(name, known)
            + builtIn
            + " Else name a .java file, a .jar, or a main class with --class-path.");
  }
}
