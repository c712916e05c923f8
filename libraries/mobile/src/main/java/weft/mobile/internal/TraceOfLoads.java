// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.files.Quoted;
import weft.mobile.balance.LoadTrace;
import weft.mobile.balance.Loads;

/// Writes the loads of each balancing to a file. Only rank 0 writes.
public final class TraceOfLoads {
  private final int rank;
  private @Nullable Path file;
  private @Nullable OutputStream out;

  /// The trace of `rank`, without a file.
  public TraceOfLoads(int rank) {
    this.rank = rank;
  }

  /// Sets the file, and empties it if it exists; null ends the trace.
  public void to(@Nullable Path file) {
    OutputStream before = this.out;
    Path fileBefore = this.file;
    this.out = null;
    this.file = rank == 0 ? file : null;
    if (before != null && fileBefore != null) {
      try {
        before.close();
      } catch (IOException e) {
        throw cannotWrite(fileBefore, e);
      }
    }
    if (this.file != null) {
      try {
        this.out = OutputFile.begin(this.file);
      } catch (FileException e) {
        throw cannotWrite(this.file, e);
      }
    }
  }

  /// Appends the loads from which a plan is about to be made.
  public void add(Loads loads) {
    Path file = this.file;
    OutputStream out = this.out;
    if (file != null && out != null) {
      try {
        LoadTrace.write(out, loads);
      } catch (IOException e) {
        throw cannotWrite(file, e);
      }
    }
  }

  private static WeftException cannotWrite(Path file, IOException cause) {
    String reason = FileException.notWritten(file, cause).reason();
    return new WeftException(
        "rank 0 cannot write the loads to " + Quoted.text(file.toString()) + ": " + reason, cause);
  }
}
