// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import weft.internal.launch.Transports;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.Transport;

/// Two processes that only join a transport: its rings without the runtime above them, in JVMs
/// without handlers.
public final class RingPair {
  private RingPair() {}

  /// Runs the program. The argument is the file shared with the driver.
  public static void main(String[] args) {
    Map<String, String> environment = System.getenv();
    BenchBoard board = BenchBoard.map(Path.of(args[0]));
    try (Transport transport =
        Transports.named(Objects.requireNonNull(environment.get(JobVariables.TRANSPORT)))
            .join(environment)) {
      transport.connect(new Halting());
      int rank = transport.rank();
      Way ring = new RingWays(transport.outbox(1 - rank), transport::poll).word();
      var works = new EnumMap<PairKind, SliceWork>(PairKind.class);
      works.put(PairKind.RING_COST, ring.cost(board));
      works.put(PairKind.RING_TRIP, ring.trip());
      works.put(PairKind.RING_RATE, ring.rate(board));
      board.join();
      new SliceLoop(board, rank, kind -> works.get(PairKind.values()[kind])).obey();
      transport.finished();
    }
  }

  /// Ends the process after a failure, since nothing here can continue.
  private static final class Halting implements Transport.Watcher {
    @Override
    public void failed(FailureReport report) {
      Runtime.getRuntime().halt(1);
    }

    @Override
    public String describe() {
      return "measures the bare transport";
    }

    @Override
    public long activity() {
      return -1;
    }
  }
}
