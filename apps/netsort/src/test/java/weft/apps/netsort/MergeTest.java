// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Both sides of a compare-split, fed in pieces, against a sort of everything.
class MergeTest {
  private static final long SEED = 7;

  @Test
  void bothSidesCutAtTheSamePlace() {
    var random = new SplittableRandom(SEED);
    for (int round = 0; round < 3000; round++) {
      int values = 1 + random.nextInt(30);
      long[] low = random.longs(1 + random.nextInt(12), 0, values).sorted().toArray();
      long[] high = random.longs(1 + random.nextInt(12), 0, values).sorted().toArray();
      long[] all = LongStream.concat(Arrays.stream(low), Arrays.stream(high)).sorted().toArray();

      long[] lowAfter = new long[low.length];
      long[] highAfter = new long[high.length];
      int wantedOfHigh = Merge.wanted(false, high, high.length, low[low.length - 1]);
      int wantedOfLow = Merge.wanted(true, low, low.length, high[0]);
      // A buffer may be longer than what comes.
      int spare = random.nextInt(3);
      var front =
          new Merge(true, low, Arrays.copyOf(high, high.length + spare), lowAfter, low.length);
      long[] end = new long[low.length + spare];
      System.arraycopy(low, 0, end, spare, low.length);
      var back = new Merge(false, high, end, highAfter, high.length);
      feed(front, wantedOfHigh, random);
      feed(back, wantedOfLow, random);

      assertThat(front.taken()).as("seed %d, round %d", SEED, round).isEqualTo(back.taken());
      assertThat(lowAfter).isEqualTo(Arrays.copyOf(all, low.length));
      assertThat(highAfter).isEqualTo(Arrays.copyOfRange(all, low.length, all.length));
    }
  }

  private static void feed(Merge merge, int wanted, SplittableRandom random) {
    int arrived = 0;
    while (arrived < wanted) {
      merge.advance(arrived, false);
      arrived = Math.min(wanted, arrived + 1 + random.nextInt(4));
    }
    merge.advance(arrived, true);
    assertThat(merge.isDone()).isTrue();
  }

  @Test
  void onlyWhatMayMoveIsWanted() {
    long[] keys = {1, 2, 2, 2, 5};
    assertThat(Merge.wanted(true, keys, 5, 2)).isEqualTo(1);
    assertThat(Merge.wanted(true, keys, 5, 0)).isEqualTo(5);
    assertThat(Merge.wanted(true, keys, 5, 5)).isZero();
    assertThat(Merge.wanted(false, keys, 5, 2)).isEqualTo(1);
    assertThat(Merge.wanted(false, keys, 5, 9)).isEqualTo(5);
    assertThat(Merge.wanted(false, keys, 5, 1)).isZero();
  }
}
