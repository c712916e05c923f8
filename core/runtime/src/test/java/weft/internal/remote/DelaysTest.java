// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The debug mode's delays.
final class DelaysTest {
  private record Note(int number, int target, List<Integer> done) implements Delays.Delayed {
    @Override
    public long bytes() {
      return 100;
    }

    @Override
    public void carryOut() {
      done.add(number);
    }
  }

  /// The order in which 50 operations to 3 targets are carried out by polls.
  private static List<Integer> order(long seed, int rank) {
    var delays = new Delays(seed, rank);
    var done = new ArrayList<Integer>();
    for (int i = 0; i < 50; i++) {
      delays.add(new Note(i, i % 3, done));
      int before = done.size();
      assertThat(delays.poll()).isEqualTo(done.size() - before);
    }
    for (int polls = 0; !delays.isEmpty(); polls++) {
      assertThat(polls).as("polls until all are done, seed %d", seed).isLessThan(6_000);
      delays.poll();
    }
    return done;
  }

  @Test
  void everyOperationIsCarriedOutOnceInAnOrderThatFollowsFromTheSeed() {
    var orders = new HashSet<List<Integer>>();
    for (long seed = 0; seed < 20; seed++) {
      List<Integer> order = order(seed, 1);
      assertThat(order)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 50).boxed().toList());
      assertThat(order(seed, 1)).isEqualTo(order);
      orders.add(order);
      orders.add(order(seed, 2));
    }
    assertThat(orders).as("orders of 20 seeds and 2 ranks").hasSize(40);
  }

  @Test
  void aFenceCarriesOutWhatGoesToItsTarget() {
    var delays = new Delays(9, 0);
    var done = new ArrayList<Integer>();
    for (int i = 0; i < 300; i++) {
      delays.add(new Note(i, i % 3, done));
    }
    delays.fence(1);
    assertThat(done).hasSize(100).allMatch(number -> number % 3 == 1).isNotEqualTo(sorted(done));
    delays.fenceAll();
    assertThat(done).hasSize(300);
    assertThat(delays.isEmpty()).isTrue();
  }

  private static List<Integer> sorted(List<Integer> numbers) {
    return numbers.stream().sorted().toList();
  }

  @Test
  void whatIsKeptIsBounded() {
    var delays = new Delays(4, 0);
    var done = new ArrayList<Integer>();
    for (int i = 0; i < 20_000; i++) {
      delays.add(new Note(i, 0, done));
    }
    assertThat(done).hasSize(10_000);
  }

  /// An operation that asks for another while it is carried out, as a completion's action may.
  @Test
  void whatIsAskedForMeanwhileIsKept() {
    var delays = new Delays(4, 0);
    var done = new ArrayList<Integer>();
    delays.add(
        new Delays.Delayed() {
          @Override
          public int target() {
            return 0;
          }

          @Override
          public long bytes() {
            return 0;
          }

          @Override
          public void carryOut() {
            delays.add(new Note(7, 0, done));
          }
        });
    delays.fenceAll();
    assertThat(delays.isEmpty()).isFalse();
    delays.fenceAll();
    assertThat(done).containsExactly(7);
  }
}
