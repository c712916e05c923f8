// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.bench.carried.MeasuredOperation.Kind;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceWork;
import weft.bench.pair.Way;

/// The counterparts of Weft's operations in a lower layer alone, in the same two processes.
///
/// Everything runs on the rank's thread. During these slices Weft is not polled and has no
/// messages, because it becomes quiescent before each slice. Each has its own communicators,
/// sockets or workers.
final class BareWays {
  private final Map<Integer, SliceWork> works = new HashMap<>();

  BareWays(World world, BenchBoard board, Bare bare) {
    Way requests = bare.requests();
    Way putOps = bare.putOps();
    SliceWork stream = bare.stream(board);
    SliceWork requestTrip = requests.trip();
    SliceWork requestCall = requests.calls(board);
    SliceWork requestRate = stream == null ? requests.rate(board) : stream;
    for (Kind kind : Kind.values()) {
      works.put(kind.bareTrip(), new Rested(world, requestTrip));
      works.put(kind.bareCall(), new Rested(world, requestCall));
      works.put(kind.bareRate(), new Rested(world, requestRate));
    }
    works.put(Kind.PUT_OP.bareTrip(), new Rested(world, putOps.trip()));
    works.put(Kind.PUT_OP.bareCall(), new Rested(world, putOps.calls(board)));
  }

  /// The work of a command, or null if it is not one of these.
  @Nullable SliceWork work(int number) {
    return works.get(number);
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
