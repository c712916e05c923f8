// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;

/// Bodies in one array of numbers, which can be sent as it is: [#WIDTH] numbers for each.
final class Bodies {
  static final int X = 0;
  static final int Y = 1;
  static final int Z = 2;
  static final int VX = 3;
  static final int VY = 4;
  static final int VZ = 5;
  static final int MASS = 6;

  /// The kinetic energy, and half of the potential one, when forces were last computed.
  static final int ENERGY = 7;

  /// The nodes of the tree that the last walk has visited, or 1: what the body costs.
  static final int WORK = 8;

  static final int ID = 9;

  /// The numbers of a body.
  static final int WIDTH = 10;

  private static final int DIGIT = 11;
  private static final int DIGITS = 1 << DIGIT;

  /// The bodies' numbers, body after body.
  final double[] values;

  final int count;

  /// The bodies' keys on the curve, in order, once [#sorted] has put them so.
  private final long[] keys;

  /// Takes `values` as they are.
  Bodies(double[] values) {
    this(values, new long[values.length / WIDTH]);
  }

  private Bodies(double[] values, long[] keys) {
    this.values = values;
    this.count = values.length / WIDTH;
    this.keys = keys;
  }

  /// One of the numbers of a body.
  double get(int body, int field) {
    return values[body * WIDTH + field];
  }

  /// Widens `extent` (see [Cube#nothing]) so that it holds some of the bodies.
  void extend(double[] extent, int from, int to) {
    for (int at = from * WIDTH; at < to * WIDTH; at += WIDTH) {
      for (int axis = 0; axis < 3; axis++) {
        extent[axis] = Math.max(extent[axis], values[at + axis]);
        extent[3 + axis] = Math.max(extent[3 + axis], -values[at + axis]);
      }
    }
  }

  /// The same bodies in the order of the curve through `cube`; of those with one key, the lower id
  /// comes first. So the order does not depend on who has had the bodies before.
  Bodies sorted(Cube cube) {
    long[] unsorted = new long[count];
    key(cube, unsorted, 0, count);
    long[] sorted = new long[count];
    int[] order = order(unsorted, sorted);
    double[] moved = new double[values.length];
    move(order, moved, 0, count);
    return new Bodies(moved, sorted);
  }

  /// The same as [#sorted], of bodies that come in runs that are sorted already: merges neighbours
  /// until one run is left.
  ///
  /// @param lengths how many numbers each run has
  Bodies merged(Cube cube, int[] lengths) {
    long[] unsorted = new long[count];
    key(cube, unsorted, 0, count);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    int[] ends = new int[lengths.length];
    for (int run = 0, end = 0; run < ends.length; run++) {
      end += lengths[run] / WIDTH;
      ends[run] = end;
    }
    int[] next = new int[count];
    for (int runs = ends.length; runs > 1; runs = (runs + 1) / 2) {
      for (int run = 0, from = 0; run < runs; run += 2) {
        int end = ends[Math.min(run + 1, runs - 1)];
        merge(unsorted, order, next, from, ends[run], end);
        ends[run / 2] = end;
        from = end;
      }
      int[] merged = next;
      next = order;
      order = merged;
    }
    long[] sorted = new long[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = unsorted[order[i]];
    }
    double[] moved = new double[values.length];
    move(order, moved, 0, count);
    return new Bodies(moved, sorted);
  }

  /// Merges the runs from `from` to `middle` and from there to `to`.
  private void merge(long[] keys, int[] order, int[] merged, int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takesRight =
          left == middle || right < to && isBefore(keys, order[right], order[left]);
      merged[at] = takesRight ? order[right++] : order[left++];
    }
  }

  private boolean isBefore(long[] keys, int one, int other) {
    return keys[one] < keys[other] || keys[one] == keys[other] && get(one, ID) < get(other, ID);
  }

  /// Computes the keys of some bodies.
  void key(Cube cube, long[] keys, int from, int to) {
    for (int body = from; body < to; body++) {
      keys[body] = cube.key(get(body, X), get(body, Y), get(body, Z));
    }
  }

  /// Copies the bodies `order[from]` to `order[to - 1]` to their new places.
  void move(int[] order, double[] moved, int from, int to) {
    for (int i = from; i < to; i++) {
      System.arraycopy(values, order[i] * WIDTH, moved, i * WIDTH, WIDTH);
    }
  }

  /// The bodies that [#move] has moved, with their keys.
  static Bodies moved(double[] moved, long[] sorted) {
    return new Bodies(moved, sorted);
  }

  /// Sorts keys, and says which body each is from: a radix sort, the lowest digit first.
  int[] order(long[] unsorted, long[] sorted) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    long[] from = unsorted.clone();
    long[] to = sorted;
    int[] next = new int[count];
    int[] places = new int[DIGITS];
    for (int shift = 0; shift < 3 * SpaceCell.DEEPEST; shift += DIGIT) {
      Arrays.fill(places, 0);
      for (int i = 0; i < count; i++) {
        places[digit(from[i], shift)]++;
      }
      for (int digit = 0, place = 0; digit < DIGITS; digit++) {
        int those = places[digit];
        places[digit] = place;
        place += those;
      }
      for (int i = 0; i < count; i++) {
        int place = places[digit(from[i], shift)]++;
        to[place] = from[i];
        next[place] = order[i];
      }
      long[] keys = from;
      from = to;
      to = keys;
      int[] numbers = order;
      order = next;
      next = numbers;
    }
    System.arraycopy(from, 0, sorted, 0, count);
    orderEqual(sorted, order);
    return order;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & DIGITS - 1;
  }

  private void orderEqual(long[] sorted, int[] order) {
    for (int i = 1; i < count; i++) {
      int body = order[i];
      int place = i;
      while (place > 0
          && sorted[place - 1] == sorted[i]
          && get(order[place - 1], ID) > get(body, ID)) {
        order[place] = order[--place];
      }
      order[place] = body;
    }
  }

  /// The first of the sorted bodies `from` to `to` whose key is at least `key`; `to` if none is.
  int firstFrom(long key, int from, int to) {
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (keys[middle] < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /// The first of the sorted bodies `from` to `to` whose key is above `key`; `to` if none is.
  int firstAfter(long key, int from, int to) {
    return key == Long.MAX_VALUE ? to : firstFrom(key + 1, from, to);
  }

  /// The work of all bodies before each, and of all.
  long[] workBefore() {
    long[] before = new long[count + 1];
    for (int body = 0; body < count; body++) {
      before[body + 1] = before[body] + (long) get(body, WORK);
    }
    return before;
  }
}
