// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.transport.JobVariables;

/// Counts the MPI calls of pairs of processes, with a library that is loaded before MPI's own
/// (peers/mpi_count.c).
final class CallCount implements AutoCloseable {
  private static final int RANKS = 2;
  private static final long LINE = 128;

  private final PeerProgram library;
  private final Path file;
  private final MemorySegment memory;

  private CallCount(PeerProgram library) throws IOException {
    this.library = library;
    this.file = BenchMachine.temporary().resolve("counts");
    try (var opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(RANKS * LINE);
      memory = opened.getChannel().map(MapMode.READ_WRITE, 0, RANKS * LINE, Arena.global());
    }
  }

  /// Compiles the library.
  static Optional<CallCount> open(Implementation mpi, Report report)
      throws IOException, InterruptedException {
    Optional<PeerProgram> library = PeerProgram.library(report, mpi.compiler(), "mpi_count");
    return library.isEmpty() ? Optional.empty() : Optional.of(new CallCount(library.get()));
  }

  /// The environment variables with which a process is counted.
  Map<String, String> variables() {
    return Map.of(
        JobVariables.MPI_LIBRARY,
        library.program().toString(),
        "WEFT_BENCH_COUNTS",
        file.toString());
  }

  /// The counts of both processes so far.
  Counts now() {
    return new Counts(sum(0), sum(8));
  }

  private double sum(long at) {
    long sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      sum += memory.get(ValueLayout.JAVA_LONG, rank * LINE + at);
    }
    return sum;
  }

  @Override
  public void close() {
    library.delete();
    BenchMachine.deleteTemporary(file);
  }

  /// Counts, in total or per operation.
  ///
  /// @param messages calls of MPI_Isend
  /// @param bytes bytes in these messages
  record Counts(double messages, double bytes) {
    /// The counts since `before`, divided by `count`.
    Counts since(Counts before, double count) {
      return new Counts((messages - before.messages) / count, (bytes - before.bytes) / count);
    }
  }
}
