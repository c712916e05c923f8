// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.util.SplittableRandom;
import weft.GlobalPointer;
import weft.Heap;
import weft.World;

/// Allocates and frees blocks of random sizes in a rank's own heap, which stays half full. Sizes
/// are distributed evenly over powers of two: as many from 16 to 32 bytes as from 32 to 64 KB.
final class Churn implements Send {
  private static final int SIZES = 1 << 12;
  private static final int SMALLEST = 16;
  private static final int DOUBLINGS = 12;

  private final int rank;
  private final Heap heap;
  private final SplittableRandom random;
  private final int[] sizes = new int[SIZES];
  private final GlobalPointer[] live = new GlobalPointer[1 << 20];
  private int lives;
  private long half;

  Churn(World world, long seed) {
    this.rank = world.rank();
    this.heap = world.heap();
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < SIZES; i++) {
      sizes[i] = (int) (SMALLEST * Math.pow(2, random.nextDouble(DOUBLINGS)));
    }
  }

  /// Allocates or frees one block; the first call fills the heap.
  @Override
  public void send(int size, long i) {
    if (half == 0) {
      half = (heap.used() + heap.largestFree()) / 2;
      while (heap.used() < half) {
        allocate();
      }
    }
    if (heap.used() < half) {
      allocate();
    } else {
      int which = random.nextInt(lives);
      heap.free(live[which]);
      live[which] = live[--lives];
    }
  }

  private void allocate() {
    live[lives++] = heap.mallocSync(rank, sizes[random.nextInt(SIZES)]);
  }
}
