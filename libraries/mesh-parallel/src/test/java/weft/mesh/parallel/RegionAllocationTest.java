// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import weft.codec.Writer;
import weft.mesh.kernel.CoarseTets;
import weft.mesh.kernel.RegionScratch;

/// What is inserted inside a region allocates nothing.
final class RegionAllocationTest {
  /// Arrays of cavities that are larger than any before.
  private static final long LARGER_ARRAYS = 16_384;

  /// Sends nothing.
  private static final class Silent implements RegionPost {
    private boolean again;

    @Override
    public Writer begin() {
      throw new AssertionError("one region has sent a message");
    }

    @Override
    public void send(int region) {
      throw new AssertionError("one region has sent a message");
    }

    @Override
    public void again() {
      again = true;
    }
  }

  @Test
  void pointsInsideARegionAllocateNothing() {
    double[] xyz = Clouds.cube(20_000);
    int sample = 200;
    double[] box = {0, 0, 0, 1, 1, 1};
    long[] numbers = IntStream.range(0, sample).mapToLong(i -> i).toArray();
    CoarseTets coarse =
        Objects.requireNonNull(CoarseTets.of(Arrays.copyOf(xyz, 3 * sample), numbers, box, 1));
    var scratch = new RegionScratch();
    scratch.setBox(1, 1, 1);
    scratch.setCut(coarse.cut());
    var region = new MeshRegion(0, 1, scratch);
    coarse.fill(0, region.mesh);
    for (int i = sample; i < xyz.length / 3; i++) {
      region.give(i, xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    }
    var post = new Silent();
    region.begin(post);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = -1;
    while (post.again) {
      if (before < 0 && region.points.size() < 10_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      post.again = false;
      region.work(post);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    System.out.println(bytes + " bytes for 10,000 points");
    assertThat(region.leftovers()).isNull();
    assertThat(bytes).isLessThan(LARGER_ARRAYS);
  }
}
