// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Thrown if a file of a checkpoint is not as it was written. The message names the file, and says
/// what is wrong.
public final class DamagedException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedException(Path file, String what) {
    super("\"" + file.getFileName() + "\" " + what);
  }

  /// Refuses what is there in place of a file, such as a pipe, which nobody may ever write to.
  static void checkFile(Path file) throws DamagedException {
    if (!Files.isRegularFile(file) && Files.exists(file)) {
      throw new DamagedException(file, "is not a file");
    }
  }
}
