// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.io.IOException;
import java.io.RandomAccessFile;

/// Storage for sparse files that are mapped.
///
/// An access to a mapped page without storage throws an InternalError. So storage is first
/// committed by an ordinary write, which reports a full disk as an exception. The write does not
/// use a channel, which an interrupt of the writing thread would close.
public final class Storage {
  private static final byte[] ZEROS = new byte[1 << 16];

  private Storage() {}

  /// Commits storage, filled with zeros, for `bytes` bytes of `file` from `from` on, which are
  /// unwritten so far.
  ///
  /// @throws IOException if there is not enough
  public static void commit(RandomAccessFile file, long from, long bytes) throws IOException {
    file.seek(from);
    for (long done = 0; done < bytes; done += ZEROS.length) {
      file.write(ZEROS, 0, (int) Math.min(ZEROS.length, bytes - done));
    }
  }

  /// A size in bytes, formatted for reading.
  public static String size(long bytes) {
    if (bytes >= 10 << 20) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 10 << 10 ? (bytes >> 10) + " KiB" : bytes + " bytes";
  }
}
