// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.Map;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.memory.HeapLayout;
import weft.memory.Place;
import weft.memory.SharedFile;
import weft.transport.JobVariables;

/// Where memory goes when there is little of it.
final class SegmentPlanTest {
  private static final long MIB = 1 << 20;
  private static final File SHM = new File("/dev/shm");
  private static final HeapLayout HEAP = new HeapLayout(HeapLayout.DEFAULT_BYTES, false);
  private static final File TMP = new File("/tmp");

  private static SegmentPlan squeeze(int ranks, long ring, boolean smaller, long shm, long tmp) {
    return new SegmentPlan(SHM, ring, HEAP, "")
        .squeeze(ranks, 0, smaller, new Place(SHM, shm), new Place(TMP, tmp));
  }

  @Test
  void allToAllNeverCostsGigabytes() {
    for (int ranks : new int[] {1, 2, 3, 5, 8, 16, 17, 64, 65, 128}) {
      long bytes = SharedFile.heaps(ranks, SegmentPlan.defaultRing(ranks));
      assertThat(bytes).isLessThan(300 * MIB);
    }
  }

  @Test
  void ringsShrinkBeforeTheMemoryMoves() {
    SegmentPlan plan = squeeze(16, 64 << 10, true, 10 * MIB, 1000 * MIB);

    assertThat(plan.directory()).isEqualTo(SHM);
    assertThat(plan.ringBytes()).isEqualTo(32 << 10);
    assertThat(plan.remark())
        .isEqualTo(
            "/dev/shm has 10 MiB free of the 16 MiB that 16 ranks may need: rings of 32 KiB are"
                + " used");
  }

  @Test
  void theMemoryMovesWhenNothingFits() {
    SegmentPlan plan = squeeze(64, 32 << 10, true, 64_000_000, 1000 * MIB);

    assertThat(plan.directory()).isEqualTo(TMP);
    assertThat(plan.ringBytes()).isEqualTo(32 << 10);
    assertThat(plan.remark()).contains("a file in /tmp, which is slower");
  }

  @Test
  void aRingThatWasAskedForKeepsItsSize() {
    SegmentPlan plan = squeeze(2, MIB, false, 2 * MIB, 1000 * MIB);

    assertThat(plan.directory()).isEqualTo(TMP);
    assertThat(plan.ringBytes()).isEqualTo(MIB);
  }

  @Test
  void whereNothingFitsTheLargerPlaceIsTriedAndTheUserTold() {
    SegmentPlan plan = squeeze(64, 32 << 10, true, MIB, 2 * MIB);
    assertThat(plan.directory()).isEqualTo(TMP);
    assertThat(plan.ringBytes()).isEqualTo(SegmentPlan.SMALL_RING);
    assertThat(plan.remark()).contains("may be too small as well");

    plan = squeeze(64, 32 << 10, true, 2 * MIB, MIB);
    assertThat(plan.directory()).isEqualTo(SHM);
    assertThat(plan.remark()).contains("may run out of it");
  }

  @Test
  void aWrongRingIsRefusedWithTheRule() {
    for (String wrong : new String[] {"5000", "2048", "-4096", "64q", "3k", "1099511627776"}) {
      assertThatThrownBy(() -> SegmentPlan.of(2, Map.of(JobVariables.RING, wrong)))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("\"" + wrong + "\"; it must be a power of two from 4096");
    }
  }

  @Test
  void aMissingDirectoryIsAFullOne() {
    SegmentPlan plan =
        SegmentPlan.of(2, Map.of(Place.VARIABLE, "/none", JobVariables.RING, "4096"));

    assertThat(plan.directory()).isEqualTo(Place.temporary().directory());
    assertThat(plan.remark()).startsWith("/none is not there, for the ");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsAFullOne() {
    // It has free space, but takes no file, even from root.
    SegmentPlan plan =
        SegmentPlan.of(2, Map.of(Place.VARIABLE, "/proc/self", JobVariables.RING, "4096"));

    assertThat(plan.directory()).isEqualTo(Place.temporary().directory());
  }

  @Test
  void heapsThatWereAskedForAreGivenRoom() {
    var plan = new SegmentPlan(SHM, 1 << 18, new HeapLayout(200 * MIB, false), "");

    SegmentPlan moved =
        plan.squeeze(2, 400 * MIB, true, new Place(SHM, 64 * MIB), new Place(TMP, 1000 * MIB));

    assertThat(moved.directory()).isEqualTo(TMP);
    assertThat(moved.ringBytes()).isEqualTo(1 << 18);
    assertThat(moved.heap()).isEqualTo(plan.heap());
    assertThat(moved.remark()).startsWith("/dev/shm has 64 MiB free of the 401 MiB");
  }

  @Test
  void aHeapThatNobodyAskedForNeedsNoRoom() {
    SegmentPlan plan = SegmentPlan.of(2, Map.of(JobVariables.RING, "4096"));
    assertThat(plan.heap().bytes()).isEqualTo(HeapLayout.DEFAULT_BYTES);
    assertThat(plan.remark()).isEmpty();

    long asked = 1L << 40;
    plan = SegmentPlan.of(2, Map.of(JobVariables.HEAP, Long.toString(asked)));
    assertThat(plan.heap().bytes()).isEqualTo(asked);
    assertThat(plan.remark()).contains("free of the 2097153 MiB that 2 ranks may need");
  }

  @Test
  void sizesAreReadAsWeftRunReadsThem() {
    SegmentPlan plan =
        SegmentPlan.of(2, Map.of(JobVariables.RING, "64k", JobVariables.HEAP, "32m"));
    assertThat(plan.ringBytes()).isEqualTo(64 << 10);
    assertThat(plan.heap().bytes()).isEqualTo(32 * MIB);
  }

  @Test
  void aWrongHeapIsRefusedWithTheRule() {
    for (String wrong : new String[] {"0", "-1", "64q", "5t", "4398046511105"}) {
      assertThatThrownBy(() -> SegmentPlan.of(2, Map.of(JobVariables.HEAP, wrong)))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("\"" + wrong + "\"; it must be a size from 1 to 4398046511104");
    }
  }
}
