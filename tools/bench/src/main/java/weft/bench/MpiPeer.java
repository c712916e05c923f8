// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Party;

/// Weft's C program that measures MPI (bench/peers). It is compiled if there is an `mpicc`.
public final class MpiPeer {
  /// The numbers of its kinds.
  public static final int TRIP = 0;

  public static final int RATE = 1;
  public static final int PUT = 2;
  public static final int GET = 3;
  public static final int FETCH_ADD = 4;

  private MpiPeer() {}

  /// Compiles and starts the program if `mpicc` and `mpirun` are installed.
  public static Optional<Party> start(Report report) throws IOException, InterruptedException {
    return start(report, Map.of());
  }

  /// As above, with these variables for `mpirun`.
  public static Optional<Party> start(Report report, Map<String, String> more)
      throws IOException, InterruptedException {
    Optional<PeerProgram> peer = PeerProgram.mpi(report, "mpi_peer");
    if (peer.isEmpty()) {
      return Optional.empty();
    }
    report.fact("mpi", BenchMachine.firstLine("mpirun", "--version"));
    // Without this, Open MPI refuses to run more ranks than cores.
    var variables = new HashMap<>(more);
    variables.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
    return Optional.of(
        new Party(
            "MPI",
            BenchBoard.BYTES,
            2,
            file -> peer.get().runOnce(List.of("mpirun", "-n", "2"), file, variables)));
  }
}
