// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.collective.rank.CollectiveRank;
import weft.internal.launch.Transports;
import weft.transport.JobVariables;

/// Starts the jobs to compare.
public final class TeamJobs implements AutoCloseable {
  /// The names of the parties: Weft with data in Java arrays, Weft with data in registered
  /// segments, and Open MPI with data in malloc'ed memory.
  static final String ARRAYS = "arrays";

  public static final String SEGMENTS = "segments";
  static final String MPI = "Open MPI";

  /// The argument that tells the ranks, also those of MPI, not to rewrite the sent data before each
  /// call.
  public static final String UNCHANGED = "unchanged";

  private static final long SPARE_HEAP = 256L << 20;

  private final long largest;
  private final List<String> manner;
  private final Optional<PeerProgram> peer;

  /// Prepares jobs with data or blocks of up to `largest` bytes. The data is rewritten before each
  /// call unless it is `unchanged`.
  TeamJobs(long largest, boolean unchanged, boolean peers, Report report)
      throws IOException, InterruptedException {
    this.largest = largest;
    this.manner = unchanged ? List.of(UNCHANGED) : List.of();
    this.peer = peers ? PeerProgram.mpi(report, "mpi_collectives") : Optional.empty();
  }

  /// Whether this party's ranks run Java, and so must warm up.
  public static boolean isJava(String party) {
    return !party.equals(MPI);
  }

  /// Starts Weft's job, in which each rank is a process. `memory` is [#ARRAYS] or [#SEGMENTS].
  Team weft(String memory, int ranks) throws IOException {
    return weft(memory, memory, ranks, Map.of());
  }

  /// As above, with launch variables.
  Team weft(String name, String memory, int ranks, Map<String, String> more) throws IOException {
    var variables = new HashMap<>(more);
    variables.put(JobVariables.CORES, Integer.toString(BenchMachine.cores()));
    variables.put(JobVariables.STALL, "0");
    variables.put(JobVariables.HEAP, Long.toString(SPARE_HEAP + 2L * ranks * largest));
    return new Team(
        name,
        ranks,
        socket -> {
          var arguments = new ArrayList<>(List.of(socket.toString(), memory));
          arguments.addAll(manner);
          List<String> command =
              BenchMachine.java(
                  BenchMachine.rankFlags(ranks, 64, 1024),
                  CollectiveRank.class.getName(),
                  arguments);
          return Transports.named("shm").host(Collections.nCopies(ranks, command), variables);
        });
  }

  /// Starts MPI's job, if MPI is installed.
  Optional<Team> mpi(int ranks) throws IOException {
    if (peer.isEmpty()) {
      return Optional.empty();
    }
    Path program = peer.get().program();
    return Optional.of(
        new Team(
            MPI,
            ranks,
            socket -> {
              var command = new ArrayList<>(mpirun(ranks));
              command.addAll(List.of(program.toString(), socket.toString()));
              command.addAll(manner);
              return BenchMachine.run(command, Map.of());
            }));
  }

  /// The launch command without the program, with the options that a careful user would choose. If
  /// there are more ranks than cores, waiting ranks yield and are not bound to cores.
  static List<String> mpirun(int ranks) {
    var command = new ArrayList<>(List.of("mpirun", "-n", Integer.toString(ranks)));
    if (ranks > BenchMachine.cores()) {
      command.addAll(
          List.of("--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"));
    }
    return command;
  }

  @Override
  public void close() {
    peer.ifPresent(PeerProgram::delete);
  }
}
