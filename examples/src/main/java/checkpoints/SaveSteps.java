// SPDX-License-Identifier: Apache-2.0
package checkpoints;

import java.lang.invoke.MethodHandles;
import weft.Weft;
import weft.World;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;

/// How does a loop over steps go on after a failure? It saves a record of what it needs, and begins
/// where the last record was saved. With an argument, it fails at that step of its first run.
final class SaveSteps {
  private static final int STEPS = 2000;
  private static final int ITEMS = 5000;

  record Progress(int step, double sum) {}

  static void main(String[] args) {
    Weft.launch(args, SaveSteps::run);
  }

  private static void run(World world) {
    Group all = Group.world(world);
    Checkpoints<Progress> checkpoints =
        Checkpoints.of(world, Codecs.record(MethodHandles.lookup(), Progress.class));
    world.start();

    Restored<Progress> restored = checkpoints.restored(); // null in a run that begins anew
    Progress at = restored == null ? new Progress(0, 0) : restored.record();
    while (at.step < STEPS) {
      if (restored == null && world.args().contains(String.valueOf(at.step))) {
        throw new IllegalStateException("step " + at.step + " fails, as you asked");
      }
      double sum = at.sum + all.allreduce(share(world, at.step), Operator.SUM);
      Progress next = new Progress(at.step + 1, sum);
      checkpoints.saveIfDue(() -> next); // on every rank, in each step
      at = next;
    }
    if (world.rank() == 0) {
      System.out.printf("after %d steps the sum is %.0f%n", at.step, at.sum);
    }
  }

  /// This rank's share of the work of a step.
  private static double share(World world, int step) {
    double sum = 0;
    for (int item = world.rank(); item < ITEMS; item += world.size()) {
      sum += (item ^ step) % 7;
    }
    return sum;
  }
}
