// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A program that can be started, with the options that its JVM needs.
///
/// @param name the name that the user gave
/// @param mainClass the class whose main method runs
/// @param classPath the class path of its classes, in addition to Weft's own
/// @param jvmOptions options that the program itself requires, such as those in a jar's manifest
record ProgramSpec(String name, String mainClass, List<Path> classPath, List<String> jvmOptions) {
  ProgramSpec {
    classPath = List.copyOf(classPath);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /// A copy with more entries on its class path, before and after its own.
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
