// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import java.util.Arrays;

/// The policy of [Balance#greedyRefine].
final class GreedyRefine implements BalancePolicy {
  /// How far it goes beyond the bound before it deals all objects anew.
  private static final double WIDEST = 1.05;

  /// By how much each further attempt is wider.
  private static final double WIDER = 0.015;

  private final double tolerance;

  GreedyRefine(double tolerance) {
    if (!(tolerance >= 1)) {
      throw new IllegalArgumentException(
          "greedyRefine with a tolerance of " + tolerance + "; give 1 or more, such as 1.05");
    }
    this.tolerance = tolerance;
  }

  @Override
  public boolean isWorthIt(double greatest, double bound) {
    return greatest > tolerance * bound;
  }

  @Override
  public void plan(Loads loads, Moves moves) {
    double[] sums = loads.perRank();
    double limit = tolerance * loads.lowerBound();
    if (!isWorthIt(Arrays.stream(sums).max().orElse(0), loads.lowerBound())) {
      return;
    }
    refine(loads, moves, sums, limit);
    double refined = Arrays.stream(sums).max().orElse(0);
    // Where objects are heavy, a little more unevenness is better than to move all of them.
    for (double wider = tolerance + WIDER; refined > limit && wider <= WIDEST; wider += WIDER) {
      limit = wider * loads.lowerBound();
      sums = loads.perRank();
      var attempt = new Moves(loads);
      refine(loads, attempt, sums, limit);
      double greatest = Arrays.stream(sums).max().orElse(0);
      if (greatest < refined) {
        refined = greatest;
        for (int i = 0; i < loads.objects(); i++) {
          moves.move(i, attempt.target(i));
        }
      }
    }
    if (refined > limit) {
      dealAnew(loads, moves, refined);
    }
  }

  /// Moves objects from ranks above the limit to ranks with room for them, heaviest first.
  private static void refine(Loads loads, Moves moves, double[] sums, double limit) {
    var heap = new RankHeap(sums);
    long[] order = heaviestFirst(loads, sums, limit);
    for (long it : order) {
      int object = (int) it;
      int from = loads.rank(object);
      double load = loads.load(object);
      int least = heap.least();
      if (sums[from] > limit && load > 0 && sums[least] + load <= limit) {
        heap.add(least, load);
        sums[from] -= load;
        heap.changed(from);
        moves.move(object, least);
      }
    }
  }

  /// The objects of ranks above `limit`, by decreasing load and then by number. In each entry the
  /// upper half is the sort key, and the lower half is the object.
  private static long[] heaviestFirst(Loads loads, double[] sums, double limit) {
    var order = new long[loads.objects()];
    int count = 0;
    for (int i = 0; i < loads.objects(); i++) {
      if (sums[loads.rank(i)] > limit) {
        // The bits of non-negative floats are ordered as their values.
        long key = ~Float.floatToRawIntBits((float) loads.load(i)) & 0x7FFFFFFFL;
        order[count++] = key << 32 | i;
      }
    }
    Arrays.sort(order, 0, count);
    return Arrays.copyOf(order, count);
  }

  /// Redistributes all objects, heaviest first, each to the least loaded rank. The result is kept
  /// if it is better.
  private static void dealAnew(Loads loads, Moves moves, double refined) {
    var sums = new double[loads.ranks()];
    var heap = new RankHeap(sums);
    var targets = new int[loads.objects()];
    for (long it : heaviestFirst(loads, new double[loads.ranks()], -1)) {
      int object = (int) it;
      int least = heap.least();
      targets[object] = least;
      heap.add(least, loads.load(object));
    }
    if (Arrays.stream(sums).max().orElse(0) < 0.99 * refined) {
      for (int i = 0; i < targets.length; i++) {
        moves.move(i, targets[i]);
      }
    }
  }

  /// A heap of the ranks with the least loaded on top. Ties are broken by number.
  private static final class RankHeap {
    private final double[] sums;
    private final int[] heap;
    private final int[] where;

    RankHeap(double[] sums) {
      this.sums = sums;
      this.heap = new int[sums.length];
      this.where = new int[sums.length];
      for (int i = 0; i < heap.length; i++) {
        heap[i] = i;
        where[i] = i;
      }
      for (int i = heap.length / 2; i >= 0; i--) {
        down(i);
      }
    }

    int least() {
      return heap[0];
    }

    void add(int rank, double load) {
      sums[rank] += load;
      down(where[rank]);
    }

    /// Restores the heap after the load of `rank` has decreased.
    void changed(int rank) {
      int at = where[rank];
      while (at > 0 && isLess(heap[at], heap[(at - 1) / 2])) {
        swap(at, (at - 1) / 2);
        at = (at - 1) / 2;
      }
    }

    private void down(int from) {
      int at = from;
      for (; ; ) {
        int child = 2 * at + 1;
        if (child >= heap.length) {
          return;
        }
        if (child + 1 < heap.length && isLess(heap[child + 1], heap[child])) {
          child++;
        }
        if (!isLess(heap[child], heap[at])) {
          return;
        }
        swap(at, child);
        at = child;
      }
    }

    private boolean isLess(int a, int b) {
      return sums[a] < sums[b] || sums[a] == sums[b] && a < b;
    }

    private void swap(int a, int b) {
      int rank = heap[a];
      heap[a] = heap[b];
      heap[b] = rank;
      where[heap[a]] = a;
      where[heap[b]] = b;
    }
  }
}
