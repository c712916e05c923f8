// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.nio.file.Path;
import java.util.Map;
import weft.bench.Board;
import weft.bench.Slices;
import weft.bench.Way;
import weft.bench.Work;
import weft.bench.mpi.Operation.Kind;

/// The program of two processes that exchange messages by MPI from Java, without Weft.
public final class BarePair {
  private BarePair() {}

  /// Arguments: the file shared with the driver.
  public static void main(String[] args) {
    Board board = Board.map(Path.of(args[0]));
    MpiCalls.init();
    long communicator = MpiCalls.duplicate(MpiCalls.constant("world"));
    int rank = MpiCalls.rank(communicator);
    var exchange = new BareExchange(communicator, 1 - rank);
    Way requests = exchange.way(Wire::request, Wire.BULK);
    Way putOps = exchange.way(Wire::putOp, Integer.MAX_VALUE);
    Map<Integer, Work> works =
        Map.of(
            Kind.RSRN.trip(), requests.trip(),
            Kind.RSRN.call(), requests.calls(board),
            Kind.PUT_OP.trip(), putOps.trip(),
            Kind.PUT_OP.call(), putOps.calls(board));
    board.join();
    new Slices(board, rank, works::get).obey();
    exchange.close();
    MpiCalls.end();
  }
}
