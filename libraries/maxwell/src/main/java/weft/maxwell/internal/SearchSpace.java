// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import weft.collective.Group;
import weft.collective.Operator;

/// Directions u of which solutions consist, and their images A u, which are orthonormal. New ones
/// are made orthogonal twice, each time with one reduction for all products. If there are too many,
/// the oldest ones are dropped.
///
/// Not for several threads.
final class SearchSpace {
  /// The part of a new image, squared, that must be new. Products are in single precision, and
  /// their errors grow as the rest is made as long as the others: with a part of 1e-3, residuals of
  /// similar sources ended five times as large as told.
  private static final double LEAST_NEW = 1e-4;

  /// Likewise the part that differs from other new images.
  private static final double LEAST_APART = 1e-3;

  /// The part of a vector, squared, that others must not have for a direction of its own.
  private static final double LEAST_SEED = 1e-2;

  private final Group group;
  private final int most;
  private final DoubleSupplier own;
  private final DoubleConsumer sum;
  private final Deque<Pair> pairs = new ArrayDeque<>();

  /// A direction and its image.
  @SuppressWarnings("ArrayRecordComponent") // compared by their arrays' identities
  record Pair(double[] direction, double[] image) {}

  /// @param most the directions at most
  /// @param own this rank's number that rides on a reduction of each step
  /// @param sum hears the sum of all ranks' numbers
  SearchSpace(Group group, int most, DoubleSupplier own, DoubleConsumer sum) {
    this.group = group;
    this.most = most;
    this.own = own;
    this.sum = sum;
  }

  /// Of some vectors, those of which each has a part that the others have not. Collective.
  ///
  /// @return their numbers, in ascending order; at least one
  int[] apart(double[][] vectors) {
    int count = vectors.length;
    if (count == 1) {
      return new int[] {0};
    }
    double[] gram = new double[2 * count * count];
    for (int i = 0; i < count; i++) {
      for (int l = 0; l < count; l++) {
        ComplexVectors.dot(vectors[l], vectors[i], gram, 2 * (l * count + i));
      }
    }
    group.allreduce(gram, Operator.SUM);
    double[] whole = new double[count];
    Arrays.setAll(whole, i -> gram[2 * (i * count + i)]);
    // The products are those of what the chosen ones leave, the most first.
    boolean[] chosen = new boolean[count];
    for (int number = 0; number < count; number++) {
      int best = -1;
      double most = LEAST_SEED;
      for (int i = 0; i < count; i++) {
        double left = gram[2 * (i * count + i)] / whole[i];
        if (!chosen[i] && (left > most || number == 0 && best < 0)) {
          best = i;
          most = left;
        }
      }
      if (best < 0) {
        break;
      }
      chosen[best] = true;
      take(gram, best, count);
    }
    return IntStream.range(0, count).filter(i -> chosen[i]).toArray();
  }

  /// Takes from products the parts along one of the vectors.
  private static void take(double[] gram, int along, int count) {
    double square = gram[2 * (along * count + along)];
    double[] row = Arrays.copyOfRange(gram, 2 * along * count, 2 * (along + 1) * count);
    for (int l = 0; l < count && square > 0; l++) {
      for (int i = 0; i < count; i++) {
        // <l, i> − <l, a><a, i>/<a, a>
        gram[2 * (l * count + i)] -=
            (row[2 * l] * row[2 * i] + row[2 * l + 1] * row[2 * i + 1]) / square;
        gram[2 * (l * count + i) + 1] -=
            (row[2 * l] * row[2 * i + 1] - row[2 * l + 1] * row[2 * i]) / square;
      }
    }
  }

  /// Adds directions, whose arrays it keeps and changes. Collective.
  ///
  /// @return for each of them what it has become, or null if its image is nothing new
  @Nullable Pair[] add(double[][] directions, double[][] images) {
    List<Pair> old = List.copyOf(pairs);
    double[] first = takeOld(old, directions, images, true);
    double[] gram = takeOld(old, directions, images, false);
    int count = images.length;
    var made = new Pair[count];
    // Columns of the triangular factor of the products among the new images.
    double[] factor = new double[2 * count * count];
    for (int i = 0; i < count; i++) {
      double left = gram[2 * (i * count + i)];
      double alone = left;
      for (int l = 0; l < i; l++) {
        if (made[l] != null) {
          int at = 2 * (l * count + i);
          double re = gram[at];
          double im = gram[at + 1];
          for (int n = 0; n < l; n++) {
            if (made[n] != null) {
              int a = 2 * (n * count + l);
              int b = 2 * (n * count + i);
              re -= factor[a] * factor[b] + factor[a + 1] * factor[b + 1];
              im -= factor[a] * factor[b + 1] - factor[a + 1] * factor[b];
            }
          }
          double diagonal = factor[2 * (l * count + l)];
          factor[at] = re / diagonal;
          factor[at + 1] = im / diagonal;
          left -= factor[at] * factor[at] + factor[at + 1] * factor[at + 1];
        }
      }
      if (!(alone > LEAST_NEW * first[2 * (i * count + i)] && left > LEAST_APART * alone)) {
        continue;
      }
      for (int l = 0; l < i; l++) {
        Pair before = made[l];
        if (before != null) {
          int at = 2 * (l * count + i);
          ComplexVectors.addTimes(-factor[at], -factor[at + 1], before.image, images[i]);
          ComplexVectors.addTimes(-factor[at], -factor[at + 1], before.direction, directions[i]);
        }
      }
      factor[2 * (i * count + i)] = Math.sqrt(left);
      ComplexVectors.scale(1 / Math.sqrt(left), images[i]);
      ComplexVectors.scale(1 / Math.sqrt(left), directions[i]);
      made[i] = new Pair(directions[i], images[i]);
      pairs.add(made[i]);
    }
    while (pairs.size() > most) {
      pairs.removeFirst();
    }
    return made;
  }

  /// Takes from new images their parts along old ones. Returns the products among the new ones:
  /// before, in the first pass, and after in the second one, in which they differ by rounding.
  private double[] takeOld(
      List<Pair> old, double[][] directions, double[][] images, boolean rides) {
    int count = images.length;
    int square = 2 * count * count;
    double[] products = new double[square + 2 * count * old.size() + 1];
    for (int i = 0; i < count; i++) {
      for (int l = 0; l <= i; l++) {
        ComplexVectors.dot(images[l], images[i], products, 2 * (l * count + i));
      }
      for (int j = 0; j < old.size(); j++) {
        ComplexVectors.dot(old.get(j).image, images[i], products, along(i, j, count, old.size()));
      }
    }
    products[products.length - 1] = rides ? own.getAsDouble() : 0;
    group.allreduce(products, Operator.SUM);
    if (rides) {
      sum.accept(products[products.length - 1]);
    }
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < old.size(); j++) {
        int at = along(i, j, count, old.size());
        ComplexVectors.addTimes(-products[at], -products[at + 1], old.get(j).image, images[i]);
        ComplexVectors.addTimes(
            -products[at], -products[at + 1], old.get(j).direction, directions[i]);
      }
    }
    return Arrays.copyOf(products, square);
  }

  private static int along(int image, int old, int count, int olds) {
    return 2 * (count * count + image * olds + old);
  }

  /// Lessens residuals as far as some directions can, and adds these to the solutions. Collective.
  ///
  /// @return the squares of the residuals
  double[] minimise(@Nullable Pair[] along, List<double[]> residuals, List<double[]> solutions) {
    List<Pair> there = new ArrayList<>();
    for (Pair each : along) {
      if (each != null) {
        there.add(each);
      }
    }
    int count = residuals.size();
    double[] products = new double[2 * count * there.size()];
    for (int i = 0; i < there.size(); i++) {
      for (int j = 0; j < count; j++) {
        ComplexVectors.dot(there.get(i).image, residuals.get(j), products, 2 * (i * count + j));
      }
    }
    group.allreduce(products, Operator.SUM);
    double[] squares = new double[count];
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < there.size(); i++) {
        double re = products[2 * (i * count + j)];
        double im = products[2 * (i * count + j) + 1];
        ComplexVectors.addTimes(-re, -im, there.get(i).image, residuals.get(j));
        ComplexVectors.addTimes(re, im, there.get(i).direction, solutions.get(j));
      }
      squares[j] = ComplexVectors.square(residuals.get(j));
    }
    group.allreduce(squares, Operator.SUM);
    return squares;
  }

  boolean has(Pair pair) {
    return pairs.contains(pair);
  }
}
