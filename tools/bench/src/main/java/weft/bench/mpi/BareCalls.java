// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.bench.mpi.MeasuredOperation.Kind;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceWork;
import weft.bench.pair.Way;

/// The counterparts of Weft's operations in bare MPI, in the same two processes.
///
/// Everything runs on the rank's thread, which alone calls MPI. During these slices Weft is not
/// polled and has no messages, because it becomes quiescent before each slice. Its receives stay
/// posted, as do those of the bare exchange in Weft's slices. Each has its own communicators.
final class BareCalls {
  private final Map<Integer, SliceWork> works = new HashMap<>();
  private final BareExchange exchange;

  /// Creates the exchange. Collective.
  BareCalls(World world, BenchBoard board) {
    long communicator = MpiCalls.duplicate(MpiCalls.constant("world"));
    exchange = new BareExchange(communicator, world.rank() ^ 1);
    Way requests = exchange.way(MpiWire::request, MpiWire.BULK);
    Way putOps = exchange.way(MpiWire::putOp, MpiWire.BULK);
    SliceWork requestTrip = requests.trip();
    SliceWork requestCall = requests.calls(board);
    for (Kind kind : Kind.values()) {
      works.put(kind.bareTrip(), new Rested(world, requestTrip));
      works.put(kind.bareCall(), new Rested(world, requestCall));
    }
    works.put(Kind.PUT_OP.bareTrip(), new Rested(world, putOps.trip()));
    works.put(Kind.PUT_OP.bareCall(), new Rested(world, putOps.calls(board)));
  }

  /// The work of a command, or null if it is not one of these.
  @Nullable SliceWork work(int number) {
    return works.get(number);
  }

  /// Ends the exchange before Weft finalizes MPI. Collective.
  void close() {
    exchange.close();
  }

  /// Work that begins when Weft has no messages in flight.
  private record Rested(World world, SliceWork work) implements SliceWork {
    @Override
    public long lead(int size, long count) {
      world.quiesce();
      return work.lead(size, count);
    }

    @Override
    public long follow(int size, long count) {
      world.quiesce();
      return work.follow(size, count);
    }
  }
}
