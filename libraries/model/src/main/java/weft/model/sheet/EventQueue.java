// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.Arrays;

/// Events in the order of their times; of equal times, in the order of arrival.
final class EventQueue {
  private double[] times = new double[64];
  private long[] orders = new long[64];
  private int[] events = new int[64];
  private int size;
  private long next;

  boolean isEmpty() {
    return size == 0;
  }

  double time() {
    return times[0];
  }

  /// The first event, which stays.
  int first() {
    return events[0];
  }

  void add(double time, int event) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int at = size++;
    long order = next++;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (!isBefore(time, order, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    set(at, time, order, event);
  }

  /// Removes the first event.
  int remove() {
    int first = events[0];
    size--;
    double time = times[size];
    long order = orders[size];
    int event = events[size];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], child)) {
        child++;
      }
      if (isBefore(time, order, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, time, order, event);
    return first;
  }

  private boolean isBefore(double time, long order, int other) {
    return time < times[other] || (time == times[other] && order < orders[other]);
  }

  private void move(int from, int to) {
    set(to, times[from], orders[from], events[from]);
  }

  private void set(int at, double time, long order, int event) {
    times[at] = time;
    orders[at] = order;
    events[at] = event;
  }
}
