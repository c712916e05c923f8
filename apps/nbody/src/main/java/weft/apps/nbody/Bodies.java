// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;

/// Bodies in one array of doubles, which can be sent as it is. Each body takes [#WIDTH] doubles.
final class Bodies {
  static final int X = 0;
  static final int Y = 1;
  static final int Z = 2;
  static final int VX = 3;
  static final int VY = 4;
  static final int VZ = 5;
  static final int MASS = 6;

  /// The kinetic energy and half of the potential energy, when forces were last computed.
  static final int ENERGY = 7;

  /// The cost of the body: the nodes of the tree that the last walk visited, or 1 before the first
  /// walk.
  static final int WORK = 8;

  static final int ID = 9;

  /// The doubles of a body.
  static final int WIDTH = 10;

  private static final int DIGIT = 11;
  private static final int DIGITS = 1 << DIGIT;

  /// The doubles of all bodies, body after body.
  final double[] values;

  final int count;

  /// The bodies' keys on the curve. They are in order after [#sorted].
  private final long[] keys;

  /// Uses `values` without a copy.
  Bodies(double[] values) {
    this(values, new long[values.length / WIDTH]);
  }

  private Bodies(double[] values, long[] keys) {
    this.values = values;
    this.count = values.length / WIDTH;
    this.keys = keys;
  }

  /// Returns one of the doubles of a body.
  double get(int body, int field) {
    return values[body * WIDTH + field];
  }

  /// Extends `extent` (see [Cube#nothing]) to include the bodies `from` to `to`.
  void extend(double[] extent, int from, int to) {
    for (int at = from * WIDTH; at < to * WIDTH; at += WIDTH) {
      for (int axis = 0; axis < 3; axis++) {
        extent[axis] = Math.max(extent[axis], values[at + axis]);
        extent[3 + axis] = Math.max(extent[3 + axis], -values[at + axis]);
      }
    }
  }

  /// The same bodies in the order of the curve through `cube`. Bodies with equal keys are in the
  /// order of their ids, so the order does not depend on the bodies' previous owners.
  Bodies sorted(Cube cube) {
    long[] unsorted = new long[count];
    key(cube, unsorted, 0, count);
    long[] sorted = new long[count];
    int[] order = order(unsorted, sorted);
    double[] moved = new double[values.length];
    move(order, moved, 0, count);
    return new Bodies(moved, sorted);
  }

  /// The doubles of all bodies except `from` to `to`.
  double[] without(int from, int to) {
    double[] others = new double[(count - (to - from)) * WIDTH];
    System.arraycopy(values, 0, others, 0, from * WIDTH);
    System.arraycopy(values, to * WIDTH, others, from * WIDTH, (count - to) * WIDTH);
    return others;
  }

  /// Merges the sorted bodies `from` to `to` with `others`, in the order of [#sorted]. `others` are
  /// sorted by the same cube. It copies whole runs of bodies, so it is fast if `others` are few.
  Bodies merged(int from, int to, Bodies others) {
    if (others.count == 0 && from == 0 && to == count) {
      return this;
    }
    int total = to - from + others.count;
    double[] moved = new double[total * WIDTH];
    long[] sorted = new long[total];
    int mine = from;
    for (int other = 0; other < others.count; other++) {
      int next = firstFrom(others.keys[other], mine, to);
      while (next < to && isBefore(next, others, other)) {
        next++;
      }
      copy(mine, next, moved, sorted, mine - from + other);
      others.copy(other, other + 1, moved, sorted, next - from + other);
      mine = next;
    }
    copy(mine, to, moved, sorted, mine - from + others.count);
    return new Bodies(moved, sorted);
  }

  /// Whether a body precedes `other` of `others`. Its key is not less than that of `other`.
  private boolean isBefore(int body, Bodies others, int other) {
    return keys[body] == others.keys[other] && get(body, ID) < others.get(other, ID);
  }

  private void copy(int from, int to, double[] moved, long[] sorted, int at) {
    System.arraycopy(values, from * WIDTH, moved, at * WIDTH, (to - from) * WIDTH);
    System.arraycopy(keys, from, sorted, at, to - from);
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

  /// The bodies that [#move] moved, with their keys.
  static Bodies moved(double[] moved, long[] sorted) {
    return new Bodies(moved, sorted);
  }

  /// Sorts keys, and returns the body of each: a radix sort that begins with the lowest digit.
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

  /// The sums of the work of all bodies before each body, and then of all bodies.
  long[] workBefore() {
    long[] before = new long[count + 1];
    for (int body = 0; body < count; body++) {
      before[body + 1] = before[body] + (long) get(body, WORK);
    }
    return before;
  }
}
