// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Writes files that a program names, and says what is wrong with them.
public final class OutputPlace {
  /// Writes what a file holds.
  @FunctionalInterface
  public interface Content {
    /// Writes all of it.
    void writeTo(OutputStream out) throws IOException;
  }

  private OutputPlace() {}

  /// Writes `file`; an older one is overwritten.
  ///
  /// @throws IOException a sentence that names the file, if it cannot be written; a part of it may
  ///   be left
  public static void write(Path file, Content content) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      content.writeTo(out);
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + reason(e, file), e);
    }
  }

  private static String reason(IOException e, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String message =
        e instanceof FileSystemException system && system.getReason() != null
            ? system.getReason()
            : e.getMessage();
    return switch (e) {
      case NoSuchFileException _ -> "there is no folder " + folder;
      case AccessDeniedException _ -> "you may not write there";
      default -> message == null ? e.toString() : message;
    };
  }
}
