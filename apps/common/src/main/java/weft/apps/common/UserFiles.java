// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.files.FileException;
import weft.files.OutputFile;

/// The files that a program writes for its user. Whatever fails is a [BadInputException].
public final class UserFiles {
  private UserFiles() {}

  /// Checks, before the work begins, that files can be written. Null stands for a file that the
  /// user did not ask for. Only the rank that writes need check.
  ///
  /// @throws BadInputException if one cannot be written
  public static void check(@Nullable Path... files) {
    for (Path file : files) {
      if (file != null) {
        try {
          OutputFile.check(file);
        } catch (FileException e) {
          throw new BadInputException(String.valueOf(e.getMessage()), e);
        }
      }
    }
  }

  /// Writes a file.
  ///
  /// @throws BadInputException if it cannot be written; an older file is then unchanged
  public static void write(Path file, OutputFile.Content content) {
    try {
      OutputFile.write(file, content);
    } catch (FileException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
