// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.mobile.balance.LoadTrace;
import weft.mobile.balance.Loads;

/// Writes the loads of each balancing to a file, at rank 0 alone.
final class TraceOfLoads {
  private final int rank;
  private @Nullable Path file;

  TraceOfLoads(int rank) {
    this.rank = rank;
  }

  /// From now on to `file`, which begins anew; null ends that.
  void to(@Nullable Path file) {
    this.file = rank == 0 ? file : null;
    if (this.file != null) {
      try {
        Files.deleteIfExists(this.file);
      } catch (IOException e) {
        throw cannotWrite(this.file, e);
      }
    }
  }

  /// A plan is about to be made of these loads.
  void add(Loads loads) {
    Path file = this.file;
    if (file != null) {
      try {
        LoadTrace.append(file, loads);
      } catch (IOException e) {
        throw cannotWrite(file, e);
      }
    }
  }

  private static WeftException cannotWrite(Path file, IOException cause) {
    return new WeftException("rank 0 cannot write the loads to " + file + ": " + cause, cause);
  }
}
