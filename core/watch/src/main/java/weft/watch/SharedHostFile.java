// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.SharedFile;

/// The file of the memory that the ranks of a host share. It has a name only until all of them have
/// mapped it. If the job fails before that, any of these ranks removes the file, because its
/// creator may be dead or blocked in an MPI call. Any thread may call the methods.
public final class SharedHostFile {
  private volatile @Nullable Path file;

  /// Creates an object that knows no file yet.
  public SharedHostFile() {}

  /// Records that a file may exist at `path` from now on.
  void expect(Path path) {
    file = path;
  }

  /// Records that the file has no name any more.
  void forget() {
    file = null;
  }

  /// Removes the file if it exists, since all ranks have mapped it or the job has failed.
  void remove() {
    Path file = this.file;
    if (file != null) {
      SharedFile.delete(file);
    }
  }
}
