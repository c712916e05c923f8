// SPDX-License-Identifier: Apache-2.0
package weft.system.project;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/// Jars of a user's program.
final class AppJar {
  private AppJar() {}

  /// The jars of the packaged command, all of them or those of the modules that are named.
  static List<Path> libraries(String... modules) throws IOException {
    Path lib = Path.of(System.getProperty("weft.home", "")).resolve("lib").toAbsolutePath();
    Set<String> wanted = Set.of(modules);
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.filter(it -> wanted.isEmpty() || wanted.contains(module(it))).sorted().toList();
    }
  }

  /// `weft-shm-0.1.0-SNAPSHOT.jar` is of the module `weft-shm`.
  private static String module(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*", "");
  }

  /// A jar of `main` alone, which finds `libraries` in the folder `lib` beside it.
  static void plain(Path to, Class<?> main, List<Path> libraries) throws IOException {
    var path = new StringBuilder();
    for (Path library : libraries) {
      path.append("lib/").append(library.getFileName()).append(' ');
    }
    try (var jar =
        new JarOutputStream(Files.newOutputStream(to), manifest(main, path.toString()))) {
      add(jar, main);
    }
  }

  /// A jar of `main` and of all of these libraries' entries that pass `filter`; of several entries
  /// of one name the first is taken.
  static void fat(Path to, Class<?> main, List<Path> libraries, Predicate<String> filter)
      throws IOException {
    Set<String> seen = new HashSet<>(List.of(JarFile.MANIFEST_NAME, "module-info.class"));
    try (var jar = new JarOutputStream(Files.newOutputStream(to), manifest(main, ""))) {
      add(jar, main);
      for (Path library : libraries) {
        try (var from = new JarFile(library.toFile())) {
          for (JarEntry entry : (Iterable<JarEntry>) from.stream()::iterator) {
            if (!entry.isDirectory() && filter.test(entry.getName()) && seen.add(entry.getName())) {
              jar.putNextEntry(new JarEntry(entry.getName()));
              from.getInputStream(entry).transferTo(jar);
              jar.closeEntry();
            }
          }
        }
      }
    }
  }

  private static Manifest manifest(Class<?> main, String classPath) {
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
    if (!classPath.isEmpty()) {
      attributes.put(Attributes.Name.CLASS_PATH, classPath);
    }
    return manifest;
  }

  private static void add(JarOutputStream jar, Class<?> main) throws IOException {
    String name = main.getName().replace('.', '/') + ".class";
    jar.putNextEntry(new JarEntry(name));
    try (InputStream bytes = Objects.requireNonNull(main.getResourceAsStream("/" + name), name)) {
      bytes.transferTo(jar);
    }
    jar.closeEntry();
  }
}
