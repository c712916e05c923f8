// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.List;
import java.util.SplittableRandom;
import weft.World;
import weft.random.SeedsProgram;
import weft.testkit.RankProgram;
import weft.testkit.RankReport;

/// One random program of mobile objects that saves checkpoints and is ended in the middle.
/// Arguments: the seed, and the seed of its end: after some handlers a rank throws (an odd seed,
/// and over threads), or its process is killed. 0 lets it finish.
final class RestartedProgram implements RankProgram {
  private static final int MOST_HANDLERS = 1200;

  /// The exception that ends a run.
  static final String PLANNED = "a planned end";

  @Override
  public void run(World world, RankReport report, List<String> args) throws Exception {
    long seed = Long.parseLong(args.get(0));
    long end = Long.parseLong(args.get(1));
    boolean kills = Boolean.parseBoolean(args.get(2));
    SeedsProgram.Tally tally = SeedsProgram.tally();
    var player = new Player(world, Planner.plan(seed), "", tally, true);
    var random = new SplittableRandom(end);
    int who = random.nextInt(world.size());
    if (end != 0 && who == world.rank()) {
      int handlers = 1 + random.nextInt(1 + random.nextInt(MOST_HANDLERS));
      int[] count = {0};
      player.onHandler(() -> {
        if (++count[0] == handlers) {
          if (kills) {
            Runtime.getRuntime().halt(137);
          }
          throw new AssertionError(PLANNED); // a call would return an exception to its caller
        }
      });
    }
    world.start();
    String part = Long.toString(seed);
    report.begin(part);
    long digest = player.run();
    report.note(part + " " + digest + " " + tally.text());
    report.passed(part);
  }
}
