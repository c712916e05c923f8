// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.IOException;
import java.io.RandomAccessFile;

/// Storage for sparse files that are mapped.
///
/// Touching a mapped page for which there is no storage left ends in an InternalError. Therefore
/// storage is committed by an ordinary write first, which reports a full disk as an exception. It
/// is not written through a channel, which an interrupt of the writing thread would close.
public final class Storage {
  private static final byte[] ZEROS = new byte[1 << 16];

  private Storage() {}

  /// Gives `bytes` bytes of `file` from `from` on, which nobody has written yet, the storage that
  /// they need, filled with zeros.
  ///
  /// @throws IOException when there is not enough
  public static void commit(RandomAccessFile file, long from, long bytes) throws IOException {
    file.seek(from);
    for (long done = 0; done < bytes; done += ZEROS.length) {
      file.write(ZEROS, 0, (int) Math.min(ZEROS.length, bytes - done));
    }
  }

  /// Bytes as people read them.
  public static String size(long bytes) {
    if (bytes >= 10 << 20) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 10 << 10 ? (bytes >> 10) + " KiB" : bytes + " bytes";
  }
}
