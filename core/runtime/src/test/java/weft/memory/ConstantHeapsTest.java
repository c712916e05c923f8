// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import weft.GlobalPointer;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;

/// Which of the jobs of a JVM has its heaps as the constant of the compiler.
final class ConstantHeapsTest {
  private static final HeapLayout LAYOUT = new HeapLayout(1 << 16, false);

  /// The second and the tenth job are as fast as the first.
  @Test
  void eachOfSeveralJobsInTurnHasThem() {
    for (int number = 0; number < 10; number++) {
      try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
        job.run(world -> {
          world.start();
          GlobalPointer pointer = world.heap().mallocAll(64);
          world.memory().putLong(pointer.at(world.next()), 8, world.rank());
          world.quiesce();
          assertThat(ConstantHeaps.now().hold(world.heap().segment(pointer, 64))).isTrue();
          assertThat(world.memory().getLongSync(pointer, 8)).isEqualTo(world.next());
          world.quiesce();
        });
      }
    }
  }

  /// A rank may still run after its job has failed. It must not write into the next job's heaps.
  @Test
  void aRankThatHasNotLeftKeepsThem() {
    Heaps first = Heaps.allocate(2, LAYOUT);
    assertThat(ConstantHeaps.use(first.heap(0), 0)).isTrue();
    assertThat(ConstantHeaps.use(first.heap(1), 1)).isTrue();
    ConstantHeaps used = ConstantHeaps.now();
    first.close();
    ConstantHeaps.leave();

    try (Heaps second = Heaps.allocate(2, LAYOUT)) {
      assertThat(ConstantHeaps.use(second.heap(0), 0)).isFalse();
      assertThat(ConstantHeaps.now()).isSameAs(used);
    }

    ConstantHeaps.leave();
    try (Heaps third = Heaps.allocate(2, LAYOUT)) {
      assertThat(ConstantHeaps.use(third.heap(0), 1)).isFalse();
      assertThat(ConstantHeaps.use(third.heap(1), 1)).isTrue();
      assertThat(ConstantHeaps.now()).isNotSameAs(used);
      ConstantHeaps.leave();
    }
  }

  @Test
  void ofTwoJobsAtATimeTheFirstHasThem() {
    try (Heaps first = Heaps.allocate(1, LAYOUT);
        Heaps second = Heaps.allocate(1, LAYOUT)) {
      assertThat(ConstantHeaps.use(second.heap(0), 0)).isFalse();
      assertThat(ConstantHeaps.use(first.heap(0), 0)).isTrue();
      ConstantHeaps.leave();
    }
  }
}
