// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import weft.testkit.Chaos;

/// Parts of a file are given to one user at a time, and little of the file is lost.
final class ExtentsTest {
  private record Part(long at, long bytes) {}

  @Test
  void partsDoNotOverlap() {
    long seed = Chaos.seed(0);
    var random = new Random(seed);
    var extents = new Extents(512);
    List<Part> parts = new ArrayList<>();
    var taken = new TreeMap<Long, Long>();
    long used = 0;
    for (int i = 0; i < 20_000; i++) {
      if (parts.isEmpty() || random.nextInt(100) < 55 - parts.size() / 40) {
        long bytes = 1 + (long) Math.exp(random.nextDouble() * 14);
        long size = extents.size(bytes);
        assertThat(size).isBetween(bytes, Math.max(1024, bytes * 3 / 2));
        long at = extents.take(bytes, Long.MAX_VALUE);
        var before = taken.floorEntry(at);
        var after = taken.ceilingEntry(at);
        assertThat(before == null || before.getKey() + before.getValue() <= at)
            .as("seed %d, step %d", seed, i)
            .isTrue();
        assertThat(after == null || at + size <= after.getKey())
            .as("seed %d, step %d", seed, i)
            .isTrue();
        taken.put(at, size);
        parts.add(new Part(at, bytes));
        used += size;
      } else {
        Part part = parts.remove(random.nextInt(parts.size()));
        taken.remove(part.at);
        extents.give(part.at, part.bytes);
        used -= extents.size(part.bytes);
      }
      assertThat(extents.used()).isEqualTo(used);
    }
    parts.forEach(it -> extents.give(it.at, it.bytes));
    assertThat(extents.end()).as("seed %d", seed).isZero();
  }

  /// Objects grow and shrink by a quarter at each visit, as a mesh that refines and coarsens does.
  @Test
  void littleIsLostWhileObjectsGrowAndShrink() {
    long seed = Chaos.seed(0);
    var random = new Random(seed);
    var extents = new Extents(512);
    var sizes = new double[1000];
    var places = new long[sizes.length];
    long live = 0;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = 2000 * Math.exp(random.nextDouble() * 5);
      places[i] = extents.take((long) sizes[i], Long.MAX_VALUE);
      live += (long) sizes[i];
    }
    double worst = 0;
    for (int step = 0; step < 200_000; step++) {
      int i = random.nextInt(sizes.length);
      double factor = random.nextBoolean() ? 1.25 : 0.8;
      double size = Math.clamp(sizes[i] * factor, 1000, 500_000);
      extents.give(places[i], (long) sizes[i]);
      live += (long) size - (long) sizes[i];
      sizes[i] = size;
      places[i] = extents.take((long) size, Long.MAX_VALUE);
      worst = Math.max(worst, extents.end() / (double) live);
    }
    System.out.println("seed " + seed + ": file " + worst + " × what lives in it, at most");
    assertThat(worst).as("seed %d", seed).isLessThan(1.5);
  }

  @Test
  void aLimitIsKept() {
    var extents = new Extents(512);
    assertThat(extents.take(512, 1024)).isZero();
    assertThat(extents.take(600, 1024)).isNegative();
    assertThat(extents.take(500, 1024)).isEqualTo(512);
    assertThat(extents.take(1, 1024)).isNegative();
    extents.give(0, 512);
    assertThat(extents.take(1, 1024)).isZero();
  }
}
