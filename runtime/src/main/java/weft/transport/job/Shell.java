// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a shell makes of words.
public final class Shell {
  private Shell() {}

  /// The program that it runs for `name`, a path or the name of one on the PATH; null when there is
  /// none.
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

  /// `word` as it must be written to be one word, and that.
  public static String quote(String word) {
    return word.matches("[\\w./:=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
