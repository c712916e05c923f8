// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.ArrayList;
import java.util.List;
import weft.collective.Group;
import weft.collective.Operator;

/// Solutions x and their products A x, combined so that the products are orthonormal: the best
/// first guess for another right side is then a sum.
///
/// Not for several threads.
public final class EarlierSolutions {
  /// More save few steps, and take memory as two vectors each.
  private static final int MOST = 100;

  private final Group group;
  private final int size;
  private final List<double[]> solutions = new ArrayList<>();
  private final List<double[]> images = new ArrayList<>();

  /// @param size the length of this rank's part of a vector
  public EarlierSolutions(Group group, int size) {
    this.group = group;
    this.size = size;
  }

  /// Sets x to the combination whose product is nearest to b, and `image` to that product.
  /// Collective.
  public void guess(double[] b, double[] x, double[] image) {
    if (images.isEmpty()) {
      return;
    }
    double[] products = products(b);
    for (int i = 0; i < images.size(); i++) {
      ComplexVectors.addTimes(products[2 * i], products[2 * i + 1], solutions.get(i), x);
      ComplexVectors.addTimes(products[2 * i], products[2 * i + 1], images.get(i), image);
    }
  }

  private double[] products(double[] vector) {
    double[] products = new double[2 * images.size()];
    for (int i = 0; i < images.size(); i++) {
      ComplexVectors.dot(images.get(i), vector, products, 2 * i);
    }
    group.allreduce(products, Operator.SUM);
    return products;
  }

  /// Adds a solution and its product. Collective.
  public void add(double[] x, double[] image) {
    if (images.size() == MOST) {
      solutions.removeFirst();
      images.removeFirst();
    }
    double[] solution = x.clone();
    double[] rest = image.clone();
    double whole = square(rest);
    for (int pass = 0; pass < 2 && !images.isEmpty(); pass++) {
      double[] products = products(rest);
      for (int i = 0; i < images.size(); i++) {
        ComplexVectors.addTimes(-products[2 * i], -products[2 * i + 1], solutions.get(i), solution);
        ComplexVectors.addTimes(-products[2 * i], -products[2 * i + 1], images.get(i), rest);
      }
    }
    double square = square(rest);
    // What is left of a product that earlier ones give already is rounding.
    if (square > 1e-16 * whole) {
      double by = 1 / Math.sqrt(square);
      for (int i = 0; i < size; i++) {
        solution[i] *= by;
        rest[i] *= by;
      }
      solutions.add(solution);
      images.add(rest);
    }
  }

  private double square(double[] x) {
    double sum = 0;
    for (double each : x) {
      sum += each * each;
    }
    return group.allreduce(sum, Operator.SUM);
  }
}
