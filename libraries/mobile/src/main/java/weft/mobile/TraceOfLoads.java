// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.mobile.balance.LoadTrace;
import weft.mobile.balance.Loads;

/// Writes the loads of each balancing to a file. Only rank 0 writes.
final class TraceOfLoads {
  private final int rank;
  private @Nullable Path file;

  TraceOfLoads(int rank) {
    this.rank = rank;
  }

  /// Sets the file, and deletes it if it exists; null ends the trace.
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

  /// Appends the loads from which a plan is about to be made.
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
