// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Thrown if a file of the user cannot be written or read. The message is a sentence for the user.
public final class FileException extends IOException {
  private static final long serialVersionUID = 1;

  private final String reason;

  FileException(Path file, String what, String reason, @Nullable Throwable cause) {
    super(Quoted.text(file.toString()) + " cannot be " + what + ": " + reason, cause);
    this.reason = reason;
  }

  /// Explains why `file` could not be read, after an error of the system.
  public static FileException notRead(Path file, IOException error) {
    return error instanceof FileException known
        ? known
        : new FileException(file, "read", FileReason.ofReading(file, error), error);
  }

  /// Explains why `file` could not be written, after an error of the system.
  public static FileException notWritten(Path file, IOException error) {
    return error instanceof FileException known
        ? known
        : new FileException(file, "written", FileReason.ofWriting(file, error), error);
  }

  /// The reason of an error alone, in words and without the name of a Java class.
  public static String reason(IOException error) {
    return error instanceof FileException known ? known.reason : FileReason.of(error);
  }

  /// The part of the message after the name of the file: what is wrong, and what to do.
  public String reason() {
    return reason;
  }
}
