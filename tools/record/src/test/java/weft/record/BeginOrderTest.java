// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import weft.record.reading.BeginOrder;
import weft.recording.RecordingLayout;

final class BeginOrderTest {
  private record Event(long began, long nanos, boolean isSend) {
    long end() {
      return began + nanos;
    }
  }

  private final List<Event> events = new ArrayList<>();

  /// Adds events that lie in one another, in the order of their ends; returns the end.
  private long add(Random random, long from, int depth) {
    long at = from;
    for (int i = random.nextInt(4); i >= 0; i--) {
      at += random.nextInt(3);
      long began = at;
      if (depth > 0 && random.nextInt(3) > 0) {
        at = add(random, at, depth - 1);
      }
      boolean isSend = depth == 0 && random.nextBoolean();
      at += isSend ? 0 : random.nextInt(3);
      events.add(new Event(began, at - began, isSend));
    }
    return at;
  }

  @Test
  void eachEventComesBeforeThoseInIt() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    long at = 1000;
    for (int i = 0; i < 500; i++) {
      at = add(random, at, 3);
    }
    int count = events.size();
    long[] order =
        order(
            events.stream().mapToLong(Event::began).toArray(),
            events.stream().mapToLong(it -> what(it.nanos(), it.isSend())).toArray());
    assertThat(order).containsExactlyInAnyOrder(IntStream.range(0, count).asLongStream().toArray());
    List<Event> ordered = new ArrayList<>();
    for (long number : order) {
      ordered.add(events.get((int) number));
    }
    assertThat(ordered).isSortedAccordingTo(Comparator.comparingLong(Event::began));
    // Of those that begin at once the longer ones are outside.
    for (int i = 1; i < count; i++) {
      Event before = ordered.get(i - 1);
      Event event = ordered.get(i);
      if (before.began() == event.began()) {
        assertThat(before.end()).isGreaterThanOrEqualTo(event.end());
      }
    }
  }

  /// As an event's word with duration, name and kind.
  private static long what(long nanos, boolean isSend) {
    return nanos << 24 | (isSend ? RecordingLayout.SEND : RecordingLayout.HANDLER);
  }

  private static long[] order(long[] began, long[] what) {
    BeginOrder order = BeginOrder.of(began, what);
    return IntStream.range(0, order.count()).mapToLong(order::number).toArray();
  }

  @Test
  void sendsOfOneHandlerKeepTheirOrder() {
    long[] order =
        order(
            new long[] {5, 5, 5, 5},
            new long[] {what(0, true), what(0, true), what(0, true), what(7, false)});
    assertThat(order).containsExactly(3, 0, 1, 2);
  }
}
