// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.SharedFile;

/// A file that has a name only until all ranks of a host have opened it. If the job fails before
/// that, any of these ranks removes the file. Its creator may be dead, or blocked in an MPI call
/// that never returns. Any thread may call the methods.
public final class Leftover {
  private volatile @Nullable Path file;

  /// Starts without a file.
  public Leftover() {}

  /// Records that a file may exist at `path` from now on.
  void expect(Path path) {
    file = path;
  }

  /// Records that the file has no name any more.
  void forget() {
    file = null;
  }

  /// Removes the file, if it exists: all ranks have mapped it, or the job has failed.
  void remove() {
    Path file = this.file;
    if (file != null) {
      SharedFile.delete(file);
    }
  }
}
