// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The allocator of a registered heap, against a plain model and under load.
final class HeapAllocatorTest {
  private static final long HEAP = 64 << 20;

  @Test
  void agreesWithAPlainModel() {
    for (long seed = 1; seed <= 40; seed++) {
      againstTheModel(seed);
    }
  }

  private static void againstTheModel(long seed) {
    var random = new SplittableRandom(seed);
    long begin = 16L * random.nextInt(1, 9);
    long end = begin + random.nextLong(1 << 10, 1 << 18);
    var heap = new HeapAllocator(begin, end);
    var model = new Model(begin, end);
    for (int step = 0; step < 4_000; step++) {
      String as = "seed " + seed + ", step " + step;
      if (random.nextInt(100) < (step / 1000 % 2 == 0 ? 65 : 40)) {
        long bytes = logUniform(random, 1, 1 << random.nextInt(1, 16));
        long alignment = 1L << random.nextInt(0, 10);
        long offset = heap.allocate(bytes, alignment);
        if (offset < 0) {
          assertThat(model.fits(bytes, alignment)).as(as + ": refused %d bytes", bytes).isFalse();
        } else {
          assertThat(offset % Math.max(alignment, 16)).as(as).isZero();
          assertThat(heap.size(offset)).as(as).isBetween(bytes, bytes + 64);
          model.add(as, offset, heap.size(offset));
        }
      } else {
        long offset = model.any(random);
        if (offset >= 0) {
          assertThat(heap.free(offset + 16))
              .as(as)
              .isEqualTo(model.live.containsKey(offset + 16) ? model.remove(offset + 16) : -1);
          assertThat(heap.free(offset)).as(as).isEqualTo(model.remove(offset));
          assertThat(heap.free(offset)).as(as + ": freed twice").isEqualTo(-1);
        }
      }
      model.check(as, heap);
    }
    for (long offset : List.copyOf(model.live.keySet())) {
      heap.free(offset);
    }
    assertThat(heap.freeBlocks()).as("free blocks at the end, seed %d", seed).isEqualTo(1);
    assertThat(heap.largestFree()).as("seed %d", seed).isEqualTo(heap.capacity());
  }

  @Test
  void refusesWhatIsNoBlockStart() {
    var heap = new HeapAllocator(64, 4096);
    long block = heap.allocate(100, 64);
    for (long offset : new long[] {block + 1, block + 16, block - 16, -16, -1, 0, 1L << 50}) {
      assertThat(heap.free(offset)).as("offset %d", offset).isEqualTo(-1);
      assertThat(heap.size(offset)).as("offset %d", offset).isEqualTo(-1);
    }
    assertThat(heap.free(block)).isEqualTo(128);
  }

  @Test
  void refusesWhatCannotBe() {
    var heap = new HeapAllocator(64, 4096);
    assertThat(heap.allocate(4096, 1)).isEqualTo(-1);
    assertThat(heap.allocate(Long.MAX_VALUE, 64)).isEqualTo(-1);
    assertThat(heap.allocate(1, 1L << 40)).isEqualTo(-1);
    assertThatThrownBy(() -> heap.allocate(-1, 64)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> heap.allocate(8, 48)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HeapAllocator(64, 70))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(heap.allocate(heap.capacity(), 64)).as("all of it").isEqualTo(64);
    assertThat(heap.allocate(0, 1)).as("full").isEqualTo(-1);
  }

  @Test
  void handsOutAHeapLargerThanAnArray() {
    var heap = new HeapAllocator(64, 1L << 44);
    long large = heap.allocate(3L << 40, 4096);
    long larger = heap.allocate(9L << 40, 64);
    assertThat(larger).isGreaterThanOrEqualTo(large + (3L << 40));
    assertThat(heap.free(large)).isEqualTo(3L << 40);
    assertThat(heap.free(larger)).isEqualTo(9L << 40);
    assertThat(heap.largestFree()).isEqualTo(heap.capacity());
  }

  /// What issue 3 asks for, for two distributions of sizes and two alignments.
  @Test
  void holdsAMillionRandomBlocksHalfFull() {
    for (int alignment : new int[] {16, 64}) {
      load(alignment, random -> logUniform(random, 16, 64 << 10));
      load(alignment, random -> random.nextLong(16, (64 << 10) + 1));
    }
  }

  private static void load(int alignment, Sizes sizes) {
    long seed = 7;
    var random = new SplittableRandom(seed);
    var heap = new HeapAllocator(64, HEAP);
    var live = new ArrayList<Long>();
    long requested = 0;
    for (int i = 0; i < 1_000_000; i++) {
      if (requested < HEAP / 2) {
        long bytes = sizes.next(random);
        long offset = heap.allocate(bytes, alignment);
        assertThat(offset).as("block %d of %d bytes, seed %d", i, bytes, seed).isNotNegative();
        requested += heap.size(offset);
        live.add(offset);
      } else {
        int victim = random.nextInt(live.size());
        long offset = live.set(victim, live.getLast());
        live.removeLast();
        requested -= heap.free(offset);
      }
      if (i % 50_000 == 0) {
        assertThat(heap.used()).isEqualTo(requested);
        assertThat(heap.blocks()).isEqualTo(live.size());
      }
    }
  }

  @Test
  void allocatesNothingInSteadyState() {
    var random = new SplittableRandom(3);
    var heap = new HeapAllocator(64, HEAP);
    var live = new long[1024];
    churn(heap, random, live, 300_000);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      churn(heap, random, live, 100_000);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as("bytes on the Java heap, 100,000 calls").isLessThan(1_000);
  }

  private static void churn(HeapAllocator heap, SplittableRandom random, long[] live, int calls) {
    for (int call = 0; call < calls; call++) {
      int slot = random.nextInt(live.length);
      if (live[slot] != 0) {
        heap.free(live[slot]);
        live[slot] = 0;
      } else {
        live[slot] = heap.allocate(random.nextLong(16, 64 << 10), 64);
      }
    }
  }

  private static long logUniform(SplittableRandom random, long least, long most) {
    double log = random.nextDouble(Math.log((double) least), Math.log(most + 1.0));
    return Math.clamp((long) Math.exp(log), least, most);
  }

  private interface Sizes {
    long next(SplittableRandom random);
  }

  /// The live blocks in order; what is between them is free.
  private static final class Model {
    final TreeMap<Long, Long> live = new TreeMap<>();
    private final long begin;
    private final long end;
    private long used;

    Model(long begin, long end) {
      this.begin = begin;
      this.end = end & -16;
    }

    void add(String as, long offset, long bytes) {
      Map.Entry<Long, Long> before = live.floorEntry(offset);
      Long after = live.ceilingKey(offset);
      assertThat(offset).as(as).isGreaterThanOrEqualTo(begin);
      assertThat(offset + bytes).as(as).isLessThanOrEqualTo(after == null ? end : after);
      if (before != null) {
        assertThat(before.getKey() + before.getValue()).as(as).isLessThanOrEqualTo(offset);
      }
      live.put(offset, bytes);
      used += bytes;
    }

    long remove(long offset) {
      Long bytes = live.remove(offset);
      if (bytes == null) {
        return -1;
      }
      used -= bytes;
      return bytes;
    }

    long any(SplittableRandom random) {
      Long offset = live.ceilingKey(random.nextLong(begin, end));
      return offset != null ? offset : -1;
    }

    boolean fits(long bytes, long alignment) {
      long unit = Math.clamp(alignment, 16, 64);
      long rounded = Math.max(bytes, 1) + unit - 1 & -unit;
      long free = begin;
      for (Map.Entry<Long, Long> block : live.entrySet()) {
        if (aligned(free, alignment) + rounded <= block.getKey()) {
          return true;
        }
        free = block.getKey() + block.getValue();
      }
      return aligned(free, alignment) + rounded <= end;
    }

    private static long aligned(long offset, long alignment) {
      return offset + alignment - 1 & -alignment;
    }

    void check(String as, HeapAllocator heap) {
      assertThat(heap.used()).as(as).isEqualTo(used);
      assertThat(heap.blocks()).as(as).isEqualTo(live.size());
      int gaps = 0;
      long largest = 0;
      long free = begin;
      for (Map.Entry<Long, Long> block : live.entrySet()) {
        gaps += block.getKey() > free ? 1 : 0;
        largest = Math.max(largest, block.getKey() - free);
        free = block.getKey() + block.getValue();
      }
      gaps += end > free ? 1 : 0;
      assertThat(heap.freeBlocks()).as(as + ": free blocks, joined").isEqualTo(gaps);
      assertThat(heap.largestFree()).as(as).isEqualTo(Math.max(largest, end - free));
    }
  }
}
