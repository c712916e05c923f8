// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;

/// Weft's C program of two processes that share memory (bench/peers), compiled if there is a C
/// compiler. It is a team for slices whose algorithm is one of the ways of [Bound].
///
/// ```
/// kernel
/// ok 1                  or 0: whether one process may read the other's memory
/// ```
final class SharedCollectives implements AutoCloseable {
  private static final String KERNEL = "kernel";

  private final PeerProgram program;
  private final Team team;

  private SharedCollectives(PeerProgram program, Team team) {
    this.program = program;
    this.team = team;
  }

  /// Compiles and starts the program. The sent data is rewritten before each call unless it is
  /// `unchanged`. If the program cannot start, the report says so.
  static Optional<SharedCollectives> start(boolean unchanged, Report report)
      throws IOException, InterruptedException {
    if (BenchMachine.cores() < Bound.RANKS) {
      report.say("Plain C is left out: its two processes need one core each.");
      return Optional.empty();
    }
    Optional<PeerProgram> compiled = PeerProgram.plain(report, "shared_collectives");
    if (compiled.isEmpty()) {
      return Optional.empty();
    }
    PeerProgram program = compiled.get();
    try {
      return Optional.of(new SharedCollectives(program, team(program, unchanged)));
    } catch (IOException | RuntimeException e) {
      program.delete();
      throw e;
    }
  }

  private static Team team(PeerProgram program, boolean unchanged) throws IOException {
    return new Team(
        TeamJobs.C,
        Bound.RANKS,
        socket -> {
          var command = new ArrayList<>(List.of(program.program().toString(), socket.toString()));
          if (unchanged) {
            command.add(TeamJobs.UNCHANGED);
          }
          return new ProcessBuilder(command).inheritIO().start().waitFor();
        });
  }

  Team team() {
    return team;
  }

  /// Whether the kernel lets each of the two processes read the other's memory.
  boolean readsByKernel() {
    return team.ask(KERNEL).stream().allMatch(answer -> answer.value(0) == 1);
  }

  @Override
  public void close() {
    team.close();
    program.delete();
  }
}
