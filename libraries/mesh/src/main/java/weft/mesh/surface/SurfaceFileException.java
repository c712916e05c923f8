// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.io.IOException;

/// A file cannot be read as a surface. The message is a sentence that names the file, and the line
/// if it has lines.
public final class SurfaceFileException extends IOException {
  private static final long serialVersionUID = 1;

  SurfaceFileException(String sentence) {
    super(sentence);
  }

  SurfaceFileException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
