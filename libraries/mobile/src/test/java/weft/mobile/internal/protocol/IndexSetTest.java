// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import weft.testkit.Chaos;

/// A set of indexes is what a sorted set of the JDK is.
final class IndexSetTest {
  private static List<Long> all(IndexSet set) {
    var all = new ArrayList<Long>();
    set.forEach(all::add);
    return all;
  }

  @Test
  void isASortedSet() {
    long seed = Chaos.seed(0);
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 30; round++) {
      // Dense, or with pages of one index each, up to the greatest one.
      long range = 1L << random.nextInt(3, 32);
      var set = new IndexSet();
      var expected = new TreeSet<Long>();
      for (int i = 0; i < 2000; i++) {
        long index = random.nextLong(range);
        if (random.nextInt(5) < 3) {
          set.set(index, true);
          expected.add(index);
        } else {
          Long near = expected.ceiling(index);
          set.set(near == null ? index : near, false);
          expected.remove(near == null ? index : near);
        }
        assertThat(set.contains(index)).as("seed %d", seed).isEqualTo(expected.contains(index));
        Long next = expected.ceiling(index);
        assertThat(set.next(index)).as("seed %d", seed).isEqualTo(next == null ? -1 : next);
      }
      assertThat(all(set)).as("seed %d", seed).containsExactlyElementsOf(expected);
      assertThat(set.count()).isEqualTo(expected.size());
      assertThat(set.countBelow(range / 2)).isEqualTo(expected.headSet(range / 2).size());
      var half = new IndexSet();
      expected.headSet(range / 2).forEach(it -> half.set(it, true));
      assertThat(all(set.and(half))).containsExactlyElementsOf(expected.headSet(range / 2));
      half.replace(set);
      assertThat(all(half)).containsExactlyElementsOf(expected);
      set.clear();
      assertThat(set.next(0)).isEqualTo(-1);
    }
  }

  @Test
  void mayChangeBetweenTwoSteps() {
    var set = new IndexSet(3, 5000, 2_000_000_000);
    assertThat(set.next(0)).isEqualTo(3);
    set.set(3, false);
    set.set(4, true);
    assertThat(set.next(4)).isEqualTo(4);
    set.set(4, false);
    assertThat(set.next(5)).isEqualTo(5000);
    set.set(5000, false);
    assertThat(set.next(5001)).isEqualTo(2_000_000_000);
    set.set(2_000_000_000, false);
    assertThat(set.next(0)).isEqualTo(-1);
  }
}
