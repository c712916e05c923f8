// SPDX-License-Identifier: Apache-2.0
package weft.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/// Reads a file that the user named.
public final class InputFile {
  private static final int ROOM = 1 << 16;

  private InputFile() {}

  /// Opens a file that is read at any position, or by several ranks. Only a regular file will do: a
  /// pipe gives each byte to one of its readers.
  ///
  /// @throws FileException if it is not a regular file, or cannot be read
  public static FileChannel open(Path file) throws FileException {
    requireRegular(file);
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (IOException e) {
      throw FileException.notRead(file, e);
    }
  }

  /// Opens a file that is read from the beginning to the end, by several ranks.
  ///
  /// @throws FileException if it is not a regular file, or cannot be read
  public static InputStream openStream(Path file) throws FileException {
    requireRegular(file);
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw FileException.notRead(file, e);
    }
  }

  private static void requireRegular(Path file) throws FileException {
    FileKind kind = kind(file);
    switch (kind) {
      case REGULAR, MISSING -> {}
      case PIPE, DEVICE ->
          throw new FileException(
              file,
              "read",
              kind.obstacle() + "; copy what it gives into a file, and name that",
              null);
      default -> throw new FileException(file, "read", kind.obstacle(), null);
    }
  }

  /// Reads text in UTF-8, also from a pipe or a device. It waits for the writer of a pipe for the
  /// time after which a standstill would be reported (`WEFT_STALL`), and not for ever.
  ///
  /// @param most the largest size in bytes, so that a file of another kind does not fill the memory
  /// @throws FileException if it cannot be read, is larger, or is not text
  public static String text(Path file, int most) throws FileException {
    return text(file, most, PipeOpening.patience());
  }

  /// Reads the lines of a text, as [#text] does.
  ///
  /// @throws FileException if it cannot be read, is larger, or is not text
  public static List<String> lines(Path file, int most) throws FileException {
    return text(file, most).lines().toList();
  }

  static String text(Path file, int most, Duration patience) throws FileException {
    FileKind kind = kind(file);
    try {
      if (kind == FileKind.FOLDER || kind == FileKind.DISK || kind == FileKind.SOCKET) {
        throw new FileException(file, "read", kind.obstacle(), null);
      }
      try (InputStream in =
          kind == FileKind.PIPE
              ? PipeOpening.open(file, () -> Files.newInputStream(file), "read", "writer", patience)
              : Files.newInputStream(file)) {
        return text(file, in, most);
      }
    } catch (IOException e) {
      throw FileException.notRead(file, e);
    }
  }

  private static String text(Path file, InputStream in, int most) throws IOException {
    var all = new ByteArrayOutputStream();
    var bytes = new byte[ROOM];
    // Neither the size nor the position of a pipe is known, which readAllBytes asks for.
    for (int got = in.read(bytes); got >= 0; got = in.read(bytes)) {
      all.write(bytes, 0, got);
      if (all.size() > most) {
        throw new FileException(
            file,
            "read",
            "it has more than " + most + " bytes, so it is a file of another kind",
            null);
      }
    }
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(all.toByteArray()))
        .toString();
  }

  private static FileKind kind(Path file) throws FileException {
    try {
      return FileKind.of(file);
    } catch (IOException e) {
      throw FileException.notRead(file, e);
    }
  }
}
