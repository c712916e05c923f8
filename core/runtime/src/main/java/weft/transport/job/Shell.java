// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A shell's treatment of words.
public final class Shell {
  private Shell() {}

  /// The program that a shell runs for `name`, a path or a name on the PATH; null if there is none.
  public static @Nullable Path find(String name) {
    if (name.indexOf('/') >= 0) {
      return executable(Path.of(name));
    }
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      Path file = folder.isEmpty() ? null : executable(Path.of(folder, name));
      if (file != null) {
        return file;
      }
    }
    return null;
  }

  private static @Nullable Path executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file) ? file : null;
  }

  /// `word`, quoted so that a shell reads it as this one word.
  public static String quote(String word) {
    return word.matches("[\\w./:=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
