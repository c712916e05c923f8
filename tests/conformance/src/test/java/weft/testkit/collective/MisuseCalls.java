// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import weft.Completion;
import weft.World;
import weft.collective.Group;
import weft.collective.Operation;

/// Where the ranks of [CollectiveMisuseCases] wait: who errs on other lines than the others, so
/// that a report with both lines can be told from one that has a line twice, or that of another
/// rank.
final class MisuseCalls {
  private MisuseCalls() {}

  static void run(Group all, boolean odd, Operation operation) {
    if (odd) {
      all.run(operation);
      return;
    }
    all.run(operation);
  }

  static void await(World world, Group all, boolean odd, Operation operation) {
    Completion done = world.completion();
    all.start(operation, done);
    if (odd) {
      done.await();
      return;
    }
    done.await();
  }

  static void barrier(Group all, boolean odd) {
    if (odd) {
      all.barrier();
      return;
    }
    all.barrier();
  }

  static void poll(World world, boolean odd) {
    if (odd) {
      world.poll();
      return;
    }
    world.poll();
  }

  /// Stays until the job has failed.
  static void linger(World world, boolean odd) {
    if (odd) {
      world.pollUntil(() -> false);
      return;
    }
    world.pollUntil(() -> false);
  }
}
