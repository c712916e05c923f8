// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import weft.memory.AccessTable.Access;
import weft.memory.AccessTable.Kind;

/// The debug mode's table of accesses that nothing orders.
final class AccessTableTest {
  private final MemorySegment memory = Arena.ofAuto().allocate(AccessTable.BYTES, 8);
  private final AccessTable table = new AccessTable(memory, 0);

  private static Access access(int rank, Kind kind, long begin, long bytes) {
    return new Access(rank, kind, Extent.of(begin, bytes), kind + " of " + rank);
  }

  @Test
  void namesWhatAnAccessDisturbs() {
    Access put = access(3, Kind.PUT, 100, 50);
    assertThat(table.add(put)).isNull();
    int slot = table.lastSlot();
    assertThat(table.add(access(4, Kind.GET, 149, 1))).isEqualTo(put);
    assertThat(table.add(access(4, Kind.GET, 150, 10))).isNull();
    assertThat(table.add(access(4, Kind.PUT, 90, 10))).isNull();
    assertThat(table.find(access(3, Kind.PUT, 0, 1000))).isEqualTo(put);
    table.remove(3, slot);
    assertThat(table.add(access(4, Kind.GET, 140, 10))).isNull();
    assertThat(table.count(0)).isEqualTo(3);
  }

  @Test
  void knowsWhichKindsDisturbEachOther() {
    for (Kind first : Kind.values()) {
      for (Kind second : Kind.values()) {
        for (int other = 1; other <= 2; other++) {
          table.add(access(1, first, 64, 8));
          int slot = table.lastSlot();
          boolean reads = first == Kind.GET || first == Kind.ATOMIC;
          boolean both = reads && (second == Kind.GET || second == Kind.ATOMIC);
          boolean peace = both && (first == second || other == 2);
          assertThat(table.find(access(other, second, 64, 8)) == null)
              .as("%s of 1, %s of %d", first, second, other)
              .isEqualTo(peace);
          table.remove(1, slot);
        }
      }
    }
  }

  @Test
  void cutsLongTextsAndCountsWhatFindsNoRoom() {
    String site = "x".repeat(1000);
    table.add(new Access(0, Kind.PUT, Extent.of(0, 8), site));
    Access found = requireNonNull(table.find(access(1, Kind.GET, 0, 8)));
    assertThat(site).startsWith(found.site());
    assertThat(found.site().length()).isEqualTo(192);
    for (int i = 1; i < 1024; i++) {
      assertThat(table.add(access(0, Kind.PUT, 8L * i, 8))).isNull();
    }
    assertThat(table.missed()).isZero();
    assertThat(table.add(access(0, Kind.PUT, 1 << 20, 8))).isNull();
    assertThat(table.lastSlot()).isEqualTo(-1);
    assertThat(table.missed()).isEqualTo(1);
    table.remove(0, 17);
    assertThat(table.add(access(0, Kind.PUT, 1 << 20, 8))).isNull();
    assertThat(table.lastSlot()).isEqualTo(17);
  }

  @Test
  void rowsOverlapWhereTheirBytesDo() {
    var random = new SplittableRandom(11);
    for (int i = 0; i < 20_000; i++) {
      Extent one = extent(random);
      Extent two = extent(random);
      boolean expected = false;
      var bytes = new boolean[4000];
      mark(one, bytes);
      for (long row = 0; row < two.rows(); row++) {
        for (long at = 0; at < two.rowBytes(); at++) {
          expected |= bytes[(int) (two.begin() + row * two.stride() + at)];
        }
      }
      assertThat(one.overlaps(two)).as("%s and %s", one, two).isEqualTo(expected);
      assertThat(two.overlaps(one)).as("%s and %s", two, one).isEqualTo(expected);
    }
  }

  private static Extent extent(SplittableRandom random) {
    long rows = random.nextInt(0, 8);
    return new Extent(random.nextInt(500), random.nextInt(0, 30), random.nextInt(1, 100), rows);
  }

  private static void mark(Extent extent, boolean[] bytes) {
    for (long row = 0; row < extent.rows(); row++) {
      for (long at = 0; at < extent.rowBytes(); at++) {
        bytes[(int) (extent.begin() + row * extent.stride() + at)] = true;
      }
    }
  }

  /// Threads that enter and leave: whoever is told of no conflict has the bytes to itself.
  @Test
  @Timeout(600)
  void excludesAmongThreads() {
    long seed = 5;
    var holders = new AtomicIntegerArray(64);
    var ranks = new ArrayList<CompletableFuture<Integer>>();
    for (int rank = 0; rank < 4; rank++) {
      int me = rank;
      ranks.add(
          CompletableFuture.supplyAsync(
              () -> enterAndLeave(me, new SplittableRandom(seed + me), holders),
              task -> new Thread(task).start()));
    }
    int conflicts = 0;
    for (CompletableFuture<Integer> each : ranks) {
      conflicts += each.join();
    }
    assertThat(conflicts).as("conflicts, seed %d", seed).isPositive();
    assertThat(table.count(0)).isZero();
  }

  private int enterAndLeave(int me, SplittableRandom random, AtomicIntegerArray holders) {
    var mine = new AccessTable(memory, 0);
    int conflicts = 0;
    for (int i = 0; i < 20_000; i++) {
      int word = random.nextInt(holders.length());
      boolean alone = mine.add(access(me, Kind.PUT, 8L * word, 8)) == null;
      if (!alone) {
        conflicts++;
        continue;
      }
      assertThat(holders.getAndSet(word, me + 1)).as("seed 5, rank %d", me).isZero();
      if (random.nextInt(8) == 0) {
        Thread.yield();
      }
      holders.set(word, 0);
      mine.remove(me, mine.lastSlot());
    }
    return conflicts;
  }
}
