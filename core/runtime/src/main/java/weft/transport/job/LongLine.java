// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The beginning of a line that is too long to be held in memory until it ends. It is in a
/// temporary file, which has no name any more, so a killed process leaves nothing behind.
final class LongLine {
  private static final int ROOM = 1 << 16;

  private final FileChannel file;

  /// The number of bytes that were added as a whole.
  private long length;

  private LongLine(FileChannel file) {
    this.file = file;
  }

  /// Begins a line.
  static LongLine begin() throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    // Where a file can be open without a name, opening it with this option removes its name.
    Set<StandardOpenOption> options =
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    Path path = folder.resolve("weft-line-" + Hex.random(8));
    return new LongLine(
        FileChannel.open(
            path,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
  }

  /// The number of bytes that it has.
  long length() {
    return length;
  }

  /// Adds bytes.
  void add(byte[] bytes, int length) throws IOException {
    var left = ByteBuffer.wrap(bytes, 0, length);
    while (left.hasRemaining()) {
      file.write(left, this.length + left.position());
    }
    this.length += length;
  }

  /// Writes the bytes to `sink`, whose lock the caller holds.
  void writeTo(LineSink sink) throws IOException {
    var bytes = new byte[ROOM];
    long length = this.length;
    for (long at = 0; at < length; ) {
      int most = (int) Math.min(ROOM, length - at);
      int got = file.read(ByteBuffer.wrap(bytes, 0, most), at);
      if (got < 0) {
        throw new IOException("a temporary file became shorter");
      }
      sink.write(bytes, got);
      at += got;
    }
  }

  /// Releases the file.
  void close() {
    try {
      file.close();
    } catch (IOException e) {
      // Nothing in it is needed any more.
    }
  }
}
