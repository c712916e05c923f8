// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import weft.WeftException;

/// The command line of a rank, taken apart so that it can be put together on another host.
///
/// @param options the JVM's options before the class path
/// @param classPath the entries of the class path
/// @param program the main class and its arguments
record JavaCommand(List<String> options, List<String> classPath, List<String> program) {
  private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

  /// An AOT cache, or messages about it. It fits only the JDK and the paths of its own host.
  private static final List<String> OF_A_CACHE =
      List.of("-XX:AOTCache", "-XX:AOTMode", "-XX:SharedArchiveFile", "-Xlog:aot", "-Xlog:cds");

  /// Takes `words` apart. What comes before `java` binds the rank to processors of this host, and
  /// is left out.
  ///
  /// @throws WeftException if they do not start a JVM with a class path
  static JavaCommand parse(List<String> words) {
    int java = 0;
    while (java < words.size() && !isJava(words.get(java))) {
      java++;
    }
    int path = java;
    while (path < words.size() && !CLASS_PATH.contains(words.get(path))) {
      path++;
    }
    if (path + 2 >= words.size()) {
      throw new WeftException(
          "ranks on other hosts are started as java -cp PATH CLASS, and this is another command: "
              + String.join(" ", words));
    }
    var options = new ArrayList<>(words.subList(java + 1, path));
    options.removeIf(it -> OF_A_CACHE.stream().anyMatch(it::startsWith));
    List<String> entries = List.of(words.get(path + 1).split(File.pathSeparator, -1));
    return new JavaCommand(options, entries, List.copyOf(words.subList(path + 2, words.size())));
  }

  private static boolean isJava(String word) {
    Path name = Path.of(word).getFileName();
    return name != null && name.toString().equals("java");
  }

  /// The same with other entries on the class path.
  JavaCommand with(List<String> otherPath) {
    return new JavaCommand(options, otherPath, program);
  }

  /// The words that start it with `java`, where `place` turns an entry into a path.
  ///
  /// @param sizes options of this host, before those of the command
  List<String> words(String java, List<String> sizes, UnaryOperator<String> place) {
    var words = new ArrayList<String>();
    words.add(java);
    words.addAll(sizes);
    words.addAll(options);
    words.add("-cp");
    words.add(String.join(File.pathSeparator, classPath.stream().map(place).toList()));
    words.addAll(program);
    return words;
  }

  void write(DataOutputStream out) throws IOException {
    Packed.write(out, options);
    Packed.write(out, classPath);
    Packed.write(out, program);
  }

  static JavaCommand read(DataInputStream in) throws IOException {
    return new JavaCommand(Packed.readTexts(in), Packed.readTexts(in), Packed.readTexts(in));
  }
}
