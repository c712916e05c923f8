// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import weft.World;
import weft.bench.collective.Answer;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.schedule.Choices;

/// A rank's part of the experiment in which the root is far ahead: it broadcasts repeatedly, while
/// the others first only poll and call later.
///
/// ```
/// ahead BYTES COUNT MILLIS         the others begin to call after MILLIS
/// ok AHEAD PEAK                    calls that returned before that; the most bytes of the budget
/// ```
public final class AheadBroadcasts implements Errand {
  static final String VERB = "ahead";

  private final World world;
  private final Group group;
  private final Choices choices;
  private final Buffer data;

  AheadBroadcasts(World world, Group group, Choices choices) {
    this.world = world;
    this.group = group;
    this.choices = choices;
    this.data = new Buffer(world, false);
  }

  /// The line that requests it.
  public static String line(long bytes, int count, int millis) {
    return String.join(" ", VERB, "" + bytes, "" + count, "" + millis);
  }

  @Override
  public String run(String[] words) {
    int doubles = Math.toIntExact(Long.parseLong(words[1]) / Double.BYTES);
    int count = Integer.parseInt(words[2]);
    group.using(choices);
    Operation broadcast = Operation.broadcast(0, data.room(doubles).data(doubles));
    group.barrier();
    long until = System.nanoTime() + 1_000_000 * Long.parseLong(words[3]);
    while (world.rank() != 0 && System.nanoTime() < until) {
      world.poll();
      Thread.yield();
    }
    int ahead = 0;
    for (int i = 0; i < count; i++) {
      data.set(0, world.rank() == 0 ? i : -1);
      data.set(doubles - 1, data.get(0));
      group.run(broadcast);
      if (data.get(0) != i || data.get(doubles - 1) != i) {
        throw new IllegalStateException("broadcast " + i + " delivered " + data.get(0));
      }
      ahead += System.nanoTime() < until ? 1 : 0;
    }
    group.barrier();
    return Answer.of(ahead, world.counters().budgetPeak());
  }
}
