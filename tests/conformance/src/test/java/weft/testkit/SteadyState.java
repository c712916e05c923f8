// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// Shows that a rank's thread allocates nothing in a batch of calls, once all is compiled and each
/// pool is as large as it becomes.
///
/// What one call allocates is in every batch. What is in few of them comes once: a pool that had to
/// grow because ranks came in another order than ever before, code that was given up for better, a
/// neighbour's first ring at this rank's bell. When that is over is not known beforehand, least of
/// all where ranks outnumber cores and their compilers wait for one: so batches run until few of a
/// block allocate on any rank, and too long a wait is the failure.
public final class SteadyState {
  private static final int BLOCK = 30;
  private static final int ENOUGH = BLOCK * 3 / 4;
  private static final int MOST_BLOCKS = 20;

  private final Group all;

  /// To be made before `world.start`, on all ranks.
  public SteadyState(World world) {
    all = Group.world(world);
  }

  /// Runs blocks of batches, as many on each rank, until three quarters of a block have allocated
  /// nothing on any of them, and tells what this rank's batches of the last block have.
  public String reach(String what, Runnable batch) {
    var allocated = new long[BLOCK];
    for (int block = 1; ; block++) {
      int without = 0;
      for (int i = 0; i < BLOCK; i++) {
        allocated[i] = Allocations.ofThisThread(batch);
        without += allocated[i] == 0 ? 1 : 0;
      }
      String found =
          "%s: %d of %d batches without in block %d; bytes per batch %s"
              .formatted(what, without, BLOCK, block, Arrays.toString(allocated));
      if (all.allreduce(without, Operator.MIN) >= ENOUGH) {
        return found;
      }
      assertTrue(block < MOST_BLOCKS, found);
    }
  }
}
