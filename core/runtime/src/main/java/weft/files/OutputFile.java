// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// Writes a file that the user named.
///
/// - A regular file appears complete, with its old permissions, or stays as it was. Until then the
///   content is in a part file of the same folder. The part file has a name that no other file has,
///   and is removed after a failure, and when a signal ends this process.
/// - A device or a pipe is written into. It waits for the reader of a pipe for the time after which
///   a standstill would be reported (`WEFT_STALL`).
/// - A link is followed, also one to a file that does not exist yet.
/// - Folders, disks and sockets are refused.
///
/// If no file can be made in the folder, or the part file cannot be renamed (as in a container
/// whose one file is mounted), an existing file is overwritten in place.
public final class OutputFile {
  private static final int ROOM = 1 << 16;
  private static final int PROBE = 4096;

  /// Writes the content of a file.
  @FunctionalInterface
  public interface Content {
    /// Writes all of it. It need not close the stream.
    void writeTo(OutputStream out) throws IOException;
  }

  private OutputFile() {}

  /// Checks that a file can be written, before the work whose results it will hold. It leaves no
  /// file behind, and does not wait for the reader of a pipe.
  ///
  /// @throws FileException if it cannot
  public static void check(Path file) throws FileException {
    Target target = Target.of(file).checkKind();
    try {
      if (!target.isReplaceable()) {
        if (!Files.isWritable(target.place())) {
          throw new AccessDeniedException(target.place().toString());
        }
        return;
      }
      // Permissions alone are not conclusive: the user may be root, and the file system may be
      // full.
      try (PartFile part = PartFile.open(target)) {
        part.probe(new byte[PROBE]);
      }
    } catch (IOException e) {
      throw FileException.notWritten(file, e);
    }
  }

  /// Checks as [#check] does, for a file whose parts several ranks write at their positions. It
  /// must be a regular file.
  ///
  /// @throws FileException if it cannot be written so
  public static void checkShared(Path file) throws FileException {
    PartFile.requireReplaceable(Target.of(file));
    check(file);
  }

  /// Writes a file.
  ///
  /// @throws FileException if it cannot be written; an older file is then unchanged
  public static void write(Path file, Content content) throws FileException {
    write(file, content, PipeOpening.patience());
  }

  /// Writes a text in UTF-8.
  ///
  /// @throws FileException if it cannot be written; an older file is then unchanged
  public static void write(Path file, String text) throws FileException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(file, out -> out.write(bytes));
  }

  static void write(Path file, Content content, Duration patience) throws FileException {
    Target target = Target.of(file).checkKind();
    try {
      if (!target.isReplaceable()) {
        try (OutputStream out = new BufferedOutputStream(target.openAsStream(patience), ROOM)) {
          content.writeTo(out);
        }
        return;
      }
      try (PartFile part = PartFile.open(target)) {
        try (OutputStream out = new BufferedOutputStream(part.stream(), ROOM)) {
          content.writeTo(out);
        }
        part.commit();
      }
    } catch (IOException e) {
      throw FileException.notWritten(file, e);
    }
  }

  /// Opens a file that grows while the program runs, and that another program may read meanwhile.
  /// An older file is emptied first.
  ///
  /// @throws FileException if it cannot be written
  public static OutputStream begin(Path file) throws FileException {
    return stream(file, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /// Opens a file to which more is appended; it is made if it does not exist.
  ///
  /// @throws FileException if it cannot be written
  public static OutputStream append(Path file) throws FileException {
    return stream(file, StandardOpenOption.APPEND);
  }

  private static OutputStream stream(Path file, StandardOpenOption how) throws FileException {
    Target target = Target.of(file).checkKind();
    try {
      return target.isReplaceable()
          ? Files.newOutputStream(
              target.place(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)
          : target.openAsStream(PipeOpening.patience());
    } catch (IOException e) {
      throw FileException.notWritten(file, e);
    }
  }
}
