// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.memory.SharedFile;

/// A file that has a name only while the ranks of a host come to know it. Whoever of them sees the
/// job fail meanwhile removes it: the one that has made it may be dead, or inside a call of MPI
/// from which it never returns. Any thread may call this.
public final class Leftover {
  private volatile @Nullable Path file;

  /// There is none.
  public Leftover() {}

  /// From now on there may be a file at `path`.
  void expect(Path path) {
    file = path;
  }

  /// It has no name any more.
  void forget() {
    file = null;
  }

  /// All have mapped it, or the job has failed: removes it, if it is there.
  void remove() {
    Path file = this.file;
    if (file != null) {
      SharedFile.delete(file);
    }
  }
}
