// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import weft.mesh.Delaunay;
import weft.mesh.kernel.CoarseTets;
import weft.testkit.Effort;

/// The protocol of regions over a network that delivers in random order: the mesh is the one right
/// one, whatever collides and moves.
final class RegionTest {
  @Test
  void theMeshIsThatOfOneRank() {
    long seed = Long.getLong("weft.seed", System.nanoTime());
    boolean isLong = Effort.current() == Effort.LONG;
    int runs =
        Integer.getInteger("weft.runs", isLong ? 10_000 : Effort.current().isQuick() ? 60 : 300);
    System.out.println("seed " + seed + ", " + runs + " runs");
    long[] counts = new long[RegionCounts.KINDS];
    long moves = 0;
    for (int run = 0; run < runs; run++) {
      try {
        moves += run(new Random(seed + run), counts);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "run " + run + "; repeat it with -Dweft.runs=1 -Dweft.seed=" + (seed + run), e);
      }
    }
    System.out.printf(
        "%d in place, %d committed, %d given up, %d messages of %d bytes each, %d times the elder, %d moves%n",
        counts[RegionCounts.INSERTED],
        counts[RegionCounts.COMMITTED],
        counts[RegionCounts.GIVEN_UP],
        counts[RegionCounts.MESSAGES],
        counts[RegionCounts.BYTES] / Math.max(1, counts[RegionCounts.MESSAGES]),
        counts[RegionCounts.ELDER],
        moves);
    if (runs >= 20) {
      assertThat(counts[RegionCounts.INSERTED]).isPositive();
      assertThat(counts[RegionCounts.COMMITTED]).isPositive();
      assertThat(counts[RegionCounts.GIVEN_UP]).isPositive();
      assertThat(counts[RegionCounts.ELDER]).isPositive();
      assertThat(counts[RegionCounts.HANDED]).isPositive();
      assertThat(moves).isPositive();
    }
  }

  private static long run(Random random, long[] counts) {
    double[] xyz = Clouds.any(random, 60 + random.nextInt(400));
    int count = xyz.length / 3;
    Delaunay right = Delaunay.of(xyz);
    int[] extent = CoarseTets.extent(xyz);
    assertThat(extent).hasSize(4);
    int wanted = 10 + random.nextInt(40);
    boolean[] chosen = new boolean[count];
    random.ints(wanted, 0, count).forEach(i -> chosen[i] = true);
    Arrays.stream(extent).forEach(i -> chosen[i] = true);
    int[] sample = IntStream.range(0, count).filter(i -> chosen[i]).toArray();
    double[] places = new double[3 * sample.length];
    double[] box = {9e9, 9e9, 9e9, -9e9, -9e9, -9e9};
    for (int i = 0; i < sample.length; i++) {
      System.arraycopy(xyz, 3 * sample[i], places, 3 * i, 3);
    }
    for (int i = 0; i < xyz.length; i++) {
      box[i % 3] = Math.min(box[i % 3], xyz[i]);
      box[3 + i % 3] = Math.max(box[3 + i % 3], xyz[i]);
    }
    long[] numbers = Arrays.stream(sample).asLongStream().toArray();
    CoarseTets coarse =
        Objects.requireNonNull(CoarseTets.of(places, numbers, box, 1 + random.nextInt(9)));
    var regions = new SimulatedRegions(random, xyz, numbers, box, coarse);
    regions.run(random.nextDouble(), random.nextInt(3) == 0 ? 0 : 0.02);
    int[] tets = regions.finish();
    rename(regions, tets);
    assertThat(Delaunay.ofTets(xyz, tets).hash()).isEqualTo(right.hash());
    assertThat(regions.count(RegionCounts.BEGUN))
        .isEqualTo(regions.count(RegionCounts.COMMITTED) + regions.count(RegionCounts.GIVEN_UP));
    for (int kind = 0; kind < counts.length; kind++) {
      counts[kind] += regions.count(kind);
    }
    return regions.moves;
  }

  /// Of points at one place the lowest stays.
  private static void rename(SimulatedRegions regions, int[] tets) {
    int[] names =
        IntStream.range(0, tets.length == 0 ? 0 : Arrays.stream(tets).max().orElse(0) + 1)
            .toArray();
    for (MeshRegion region : regions.regions) {
      Long[] pairs = region.same.toArray(Long[]::new);
      for (int i = 0; i < pairs.length; i += 2) {
        int vertex = (int) (long) pairs[i];
        if (vertex < names.length) {
          names[vertex] = Math.min(names[vertex], (int) (long) pairs[i + 1]);
        }
      }
    }
    Arrays.setAll(tets, i -> names[tets[i]]);
  }
}
