// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkPoolTest {
  private final SimHeap heap = new SimHeap(64);
  private final SimNetwork network = new SimNetwork(1, 4096, new Random(1), () -> {});
  private final ChunkPool chunks = new ChunkPool(new SimWire(network, 0, 4096, false, heap), false);
  private final Slot slot =
      new Slot(
          new Context(
              0,
              0,
              new int[] {0},
              0,
              1,
              16,
              (collective, algorithm) -> {
                throw new IllegalStateException("no schedule is asked for");
              }));

  private List<Chunk> take(int count, long bytes) {
    var taken = new ArrayList<Chunk>();
    for (int i = 0; i < count; i++) {
      taken.add(chunks.take(bytes, slot));
    }
    return taken;
  }

  @Test
  void takesFirstWhatWasGivenBackFirstOfTheLast() {
    List<Chunk> first = take(3, 5000);
    chunks.release(first.get(1));
    chunks.release(first.get(0));
    chunks.release(first.get(2));
    assertThat(take(3, 8000)).containsExactly(first.get(1), first.get(0), first.get(2));
    chunks.release(first.get(2));
    assertThat(take(1, 8192)).containsExactly(first.get(2)); // nothing else is free
    assertThat(take(2, 8192)).doesNotContainAnyElementsOf(first).doesNotHaveDuplicates();
    assertThat(chunks.taken()).isEqualTo(5);
  }

  @Test
  void leavesWhatWasInUseLongAgo() {
    List<Chunk> many = take(3 * ChunkPool.RECENT, 4096);
    many.forEach(chunks::release);
    List<Chunk> recent = many.subList(2 * ChunkPool.RECENT, 3 * ChunkPool.RECENT);
    for (int i = 0; i < 20; i++) {
      Chunk one = chunks.take(4096, slot);
      assertThat(one).isSameAs(recent.get(i % ChunkPool.RECENT));
      chunks.release(one);
    }
    assertThat(take(many.size(), 4096)).containsExactlyInAnyOrderElementsOf(many);
  }

  @Test
  void keepsLengthsApart() {
    Chunk small = chunks.take(4096, slot);
    Chunk large = chunks.take(4097, slot);
    chunks.release(small);
    chunks.release(large);
    assertThat(chunks.take(8192, slot)).isSameAs(large);
    assertThat(chunks.take(1, slot)).isSameAs(small);
  }
}
