// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Programs that the tests compile themselves.
final class Programs {
  private Programs() {}

  /// Compiles a source file into a folder of classes below `folder`.
  static Path classes(Path folder, String name, String source) throws IOException {
    Path file = Files.createDirectories(folder.resolve("src")).resolve(name + ".java");
    Files.writeString(file, source);
    Path classes = folder.resolve("classes");
    List<String> arguments =
        List.of("-proc:none", "-cp", Weft.jars(), "-d", classes.toString(), file.toString());
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new AssertionError(file + " does not compile");
    }
    return classes;
  }

  /// Compiles a source file and packs it into a jar that runs it.
  static Path jar(Path folder, String name, String source) throws IOException {
    Path classes = classes(folder, name, source);
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name);
    Path jar = folder.resolve(name + ".jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
