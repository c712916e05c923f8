// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import weft.memory.LiveMap.Finding;

/// The debug mode's map of live blocks, and the allocator that writes it.
final class LiveMapTest {
  private static final long SPAN = 1 << 16;

  private static LiveMap map() {
    MemorySegment memory = Arena.ofAuto().allocate(LiveMap.bytes(SPAN) + 64, 8);
    return new LiveMap(memory, 64, SPAN);
  }

  @Test
  void tellsBlocksFromOneAnother() {
    LiveMap map = map();
    map.allocated(512, 100);
    map.allocated(624, 2000);
    assertThat(map.find(512, 112)).as("whole granules").isEqualTo(Finding.LIVE);
    assertThat(map.find(530, 40)).isEqualTo(Finding.LIVE);
    assertThat(map.find(512, 113)).isEqualTo(Finding.PAST_THE_BLOCK);
    assertThat(map.find(624, 2000)).isEqualTo(Finding.LIVE);
    assertThat(map.find(1000, 2000)).isEqualTo(Finding.NEVER_ALLOCATED);
    assertThat(map.find(496, 32)).isEqualTo(Finding.NEVER_ALLOCATED);
    assertThat(map.find(0, 0)).isEqualTo(Finding.NEVER_ALLOCATED);
    assertThat(map.find(-1, 8)).isEqualTo(Finding.OUTSIDE);
    assertThat(map.find(SPAN - 4, 8)).isEqualTo(Finding.OUTSIDE);
    assertThat(map.find(8, Long.MAX_VALUE)).isEqualTo(Finding.OUTSIDE);
    map.freed(512, 112);
    assertThat(map.find(512, 8)).isEqualTo(Finding.FREED);
    assertThat(map.find(608, 40)).isEqualTo(Finding.FREED);
    assertThat(map.find(624, 40)).isEqualTo(Finding.LIVE);
    map.allocated(512, 16);
    assertThat(map.find(512, 16)).isEqualTo(Finding.LIVE);
    assertThat(map.find(512, 17)).isEqualTo(Finding.FREED);
  }

  /// What the map must say follows from an array of states, one for each granule.
  @Test
  void agreesWithAPlainModel() {
    for (long seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      LiveMap map = map();
      var owner = new int[(int) SPAN / 16];
      for (int block = 1; block < 400; block++) {
        int first = random.nextInt(owner.length);
        int count = Math.min(random.nextInt(1, 200), owner.length - first);
        int live = firstLive(owner, first, first + count);
        if (live < first + count) {
          int begin = live;
          int end = live;
          while (begin > 0 && owner[begin - 1] == owner[live]) {
            begin--;
          }
          while (end < owner.length && owner[end] == owner[live]) {
            end++;
          }
          map.freed(16L * begin, 16L * (end - begin));
          Arrays.fill(owner, begin, end, -1);
        } else {
          map.allocated(16L * first, 16L * count);
          Arrays.fill(owner, first, first + count, block);
        }
        for (int i = 0; i < 20; i++) {
          int at = random.nextInt(owner.length);
          int length = Math.min(random.nextInt(1, 100), owner.length - at);
          assertThat(map.find(16L * at + 3, 16L * length - 3))
              .as("seed %d, block %d, granules %d + %d", seed, block, at, length)
              .isEqualTo(expected(owner, at, length));
        }
      }
    }
  }

  private static int firstLive(int[] owner, int from, int to) {
    int i = from;
    while (i < to && owner[i] <= 0) {
      i++;
    }
    return i;
  }

  /// The map looks at 32 granules at a time: where some are freed and some were never allocated, it
  /// may say either.
  private static Finding expected(int[] owner, int at, int length) {
    boolean past = false;
    for (int word = at / 32; word <= (at + length - 1) / 32; word++) {
      int from = Math.max(at, word * 32);
      int to = Math.min(at + length, word * 32 + 32);
      boolean freed = false;
      boolean never = false;
      for (int i = from; i < to; i++) {
        freed |= owner[i] < 0;
        never |= owner[i] == 0;
        past |= owner[i] != owner[at];
      }
      if (freed || never) {
        return freed ? Finding.FREED : Finding.NEVER_ALLOCATED;
      }
    }
    return past ? Finding.PAST_THE_BLOCK : Finding.LIVE;
  }

  @Test
  void theAllocatorKeepsFreedBlocksBack() {
    MemorySegment memory = Arena.ofAuto().allocate(SPAN, 64);
    LiveMap map = map();
    var heap = new CheckedAllocator(64, SPAN, memory, map);
    var stale = new ArrayList<Long>();
    for (int i = 0; i < 10; i++) {
      long block = heap.allocate(1000, 64);
      assertThat(stale).doesNotContain(block);
      assertThat(map.find(block, 1000)).isEqualTo(Finding.LIVE);
      assertThat(heap.free(block)).isEqualTo(1024);
      assertThat(heap.free(block)).as("again").isEqualTo(-1);
      assertThat(map.find(block, 1)).isEqualTo(Finding.FREED);
      assertThat(memory.get(ValueLayout.JAVA_BYTE, block + 1023)).isEqualTo(CheckedAllocator.FREED);
      assertThat(heap.used()).isZero();
      assertThat(heap.blocks()).isZero();
      stale.add(block);
    }
  }

  @Test
  void theAllocatorUsesFreedBlocksWhenNothingElseIsLeft() {
    MemorySegment memory = Arena.ofAuto().allocate(SPAN, 64);
    var heap = new CheckedAllocator(64, SPAN, memory, map());
    for (int round = 0; round < 50; round++) {
      long half = heap.allocate(heap.capacity() / 2, 64);
      assertThat(half).as("round %d", round).isNotNegative();
      heap.free(half);
    }
    long whole = heap.allocate(heap.capacity(), 64);
    assertThat(whole).isEqualTo(64);
    assertThat(heap.allocate(1, 1)).isEqualTo(-1);
  }
}
