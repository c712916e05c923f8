// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A program that can be started: what a JVM needs to know of it.
///
/// @param name what the user called it
/// @param mainClass the class whose main is run
/// @param classPath where its classes are, besides Weft's own
/// @param jvmOptions options that it asks for itself (a jar does so in its manifest)
record ProgramSpec(String name, String mainClass, List<Path> classPath, List<String> jvmOptions) {
  ProgramSpec {
    classPath = List.copyOf(classPath);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /// The same with more on its class path, before and after.
  ProgramSpec with(Collection<Path> before, Collection<Path> after) {
    var path = new ArrayList<>(before);
    path.addAll(classPath);
    path.addAll(after);
    return new ProgramSpec(name, mainClass, path, jvmOptions);
  }

  ProgramSpec(String name, String mainClass, List<Path> classPath) {
    this(name, mainClass, classPath, List.of());
  }
}
