// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.nio.file.Path;

/// Thrown if a file of a checkpoint is not as it was written. The message names the file, and says
/// what is wrong.
public final class DamagedException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedException(Path file, String what) {
    super("\"" + file.getFileName() + "\" " + what);
  }
}
