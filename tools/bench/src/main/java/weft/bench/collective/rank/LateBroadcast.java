// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import weft.World;
import weft.bench.collective.Answer;
import weft.bench.collective.Cell;
import weft.bench.harness.Statistics;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.schedule.Choices;

/// A rank's part of the experiment with a late inner rank. Rank 0 broadcasts down a binomial tree,
/// one of whose inner ranks calls later than the others. Until then that rank computes, and polls
/// from time to time.
///
/// ```
/// late BYTES MICROS TURNS FORWARD RANK      FORWARD is 1 or 0, RANK is the late rank
/// ok MEDIAN NINETY                          nanoseconds from a barrier to the end of the call
/// ```
public final class LateBroadcast implements Errand {
  static final String VERB = "late";

  /// The algorithm.
  public static final String TREE = "binomial";

  private static final long POLL_NANOS = 20_000;

  private final World world;
  private final Group group;
  private final Choices choices;
  private final Buffer data;

  LateBroadcast(World world, Group group, Choices choices) {
    this.world = world;
    this.group = group;
    this.choices = choices;
    this.data = new Buffer(world, false);
  }

  /// The line that requests it.
  public static String line(long bytes, long micros, int turns, boolean forward, int late) {
    return String.join(
        " ", VERB, "" + bytes, "" + micros, "" + turns, forward ? "1" : "0", "" + late);
  }

  @Override
  public String run(String[] words) {
    long bytes = Long.parseLong(words[1]);
    boolean late = Integer.parseInt(words[5]) == world.rank();
    long nanos = late ? 1000 * Long.parseLong(words[2]) : 0;
    int count = Math.toIntExact(bytes / Double.BYTES);
    Operation broadcast = Operation.broadcast(0, data.room(count).data(count));
    group.using(
        TimedCalls.choices(new Cell(world.size(), "broadcast", bytes, TREE, 0, 0), choices));
    group.forwarding(words[4].equals("1"));
    var times = new double[Integer.parseInt(words[3])];
    for (int turn = 0; turn < times.length; turn++) {
      data.set(0, world.rank() == 0 ? turn : -1);
      group.barrier();
      long began = System.nanoTime();
      busy(began + nanos);
      group.run(broadcast);
      times[turn] = System.nanoTime() - began;
      if (data.get(0) != turn) {
        throw new IllegalStateException("broadcast " + turn + " delivered " + data.get(0));
      }
    }
    group.forwarding(true);
    return Answer.of((long) Statistics.median(times), (long) Statistics.quantile(0.9, times));
  }

  private void busy(long until) {
    for (long now = System.nanoTime(); now < until; now = System.nanoTime()) {
      world.poll();
      while (System.nanoTime() < Math.min(now + POLL_NANOS, until)) {
        Thread.onSpinWait();
      }
    }
  }
}
