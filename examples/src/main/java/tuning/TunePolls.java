// SPDX-License-Identifier: Apache-2.0
package tuning;

import weft.Rsr1;
import weft.Weft;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.overlap.Tuner;

/// How does a program learn how often to poll, and keep what it has learned for its next run? A
/// tuner gets the cost of each step, and gives the value to use in the next one.
final class TunePolls {
  private static final int STEPS = 40;
  private static final int ITEMS = 20_000;
  private static final int MESSAGES = 100;

  private double sum;
  private long received;

  static void main(String[] args) {
    Weft.launch(args, world -> new TunePolls().run(world));
  }

  private void run(World world) {
    Group all = Group.world(world);
    Rsr1 add = world.rsr1("add", (source, value) -> received += value);
    world.start();

    Tuner tuner = Tuner.logQuadratic();
    for (int step = 0; step < STEPS; step++) {
      long began = System.nanoTime();
      compute(world, add, tuner.value());
      double seconds = (System.nanoTime() - began) * 1e-9;
      // All ranks tell their tuner the slowest rank's time, so all tuners make the same steps.
      tuner.step(all.allreduce(seconds, Operator.MAX));
    }

    String saved = tuner.save(); // one line, for a file
    Tuner next = Tuner.load(saved);
    double least = all.allreduce(next.value(), Operator.MIN);
    double most = all.allreduce(next.value(), Operator.MAX);
    if (world.rank() == 0) {
      IO.println("each rank received " + received + ", all resume alike: " + (least == most));
    }
  }

  /// Computes all items, and polls after each `p` + 1 of them. `p` may be a fraction: what is left
  /// over counts for the next poll.
  private void compute(World world, Rsr1 add, double p) {
    for (int i = 0; i < MESSAGES; i++) {
      add.send(world.next(), 1);
    }
    double due = p;
    for (int item = 0; item < ITEMS; item++) {
      sum += Math.sqrt(item + sum);
      if (item >= due) {
        world.poll();
        due += p + 1;
      }
    }
    world.quiesce();
  }
}
