// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.io.IOException;

/// A file is not of its format. The message is a sentence that names the file, and the line if it
/// has lines.
public final class WrongFileException extends IOException {
  private static final long serialVersionUID = 1;

  /// @param sentence what is wrong
  public WrongFileException(String sentence) {
    super(sentence);
  }

  /// @param sentence what is wrong
  /// @param cause what it was found by
  public WrongFileException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
