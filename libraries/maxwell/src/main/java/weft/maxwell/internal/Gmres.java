// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.ArrayList;
import java.util.List;
import weft.collective.Group;
import weft.collective.Operator;

/// GMRES with restarts, preconditioned on the right, for complex vectors whose parts ranks have.
/// Vectors are made orthogonal twice, each time with one reduction for all products.
///
/// Source: Y. Saad, M. H. Schultz, "GMRES: a generalized minimal residual algorithm", 1986.
///
/// Not for several threads.
public final class Gmres {
  /// A cycle that takes less than this part off the residual is the last one.
  private static final double STAGNATION = 0.05;

  private final Group group;
  private final Map product;
  private final Map preconditioner;
  private final int size;
  private final int restart;
  private final int most;
  private final Rider rider;

  /// A linear map of this rank's part of a vector, which all ranks compute together.
  @FunctionalInterface
  public interface Map {
    /// Sets `to` to the map of `from`.
    void apply(double[] from, double[] to);
  }

  /// Hears of each step on each rank.
  @FunctionalInterface
  public interface Progress {
    /// After so many steps the residual is this, relative to the right side.
    void at(int steps, double residual);
  }

  /// A number that rides on a reduction of each step, so that it costs no message of its own.
  public interface Rider {
    /// This rank's number.
    double own();

    /// Hears the sum of all ranks' numbers, the same on every rank.
    void sum(double sum);
  }

  /// How a solution ended.
  ///
  /// @param steps the steps of all cycles
  /// @param residual ‖b − A x‖ / ‖b‖, by a product with the solution
  public record Outcome(int steps, double residual) {}

  /// @param size the length of this rank's part: real and imaginary parts in turn
  /// @param restart the steps of a cycle
  /// @param most the steps of all cycles at most
  public Gmres(
      Group group, Map product, Map preconditioner, int size, int restart, int most, Rider rider) {
    this.rider = rider;
    this.group = group;
    this.product = product;
    this.preconditioner = preconditioner;
    this.size = size;
    this.restart = restart;
    this.most = most;
  }

  /// Solves A x = b until the residual is below a part of b, or no longer falls. Collective.
  ///
  /// @param x the first guess; replaced by the solution
  /// @param image A x of the first guess; replaced by that of the solution
  public Outcome solve(double[] b, double[] x, double[] image, double tolerance, Progress told) {
    double norm = norm(b);
    if (norm == 0) { // a wave may meet a plate without driving any current
      java.util.Arrays.fill(x, 0);
      java.util.Arrays.fill(image, 0);
      return new Outcome(0, 0);
    }
    double[] residual = difference(b, image);
    double now = norm(residual) / norm;
    int steps = 0;
    while (now > tolerance && steps < most) {
      double before = now;
      steps += cycle(residual, x, tolerance * norm, norm, steps, told);
      product.apply(x, image);
      residual = difference(b, image);
      now = norm(residual) / norm;
      if (now > (1 - STAGNATION) * before) {
        break;
      }
    }
    return new Outcome(steps, now);
  }

  private static double[] difference(double[] a, double[] b) {
    double[] c = a.clone();
    for (int i = 0; i < c.length; i++) {
      c[i] -= b[i];
    }
    return c;
  }

  private double norm(double[] x) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += x[i] * x[i];
    }
    return Math.sqrt(group.allreduce(sum, Operator.SUM));
  }

  /// One cycle. Adds to x what lessens the residual most, and returns the number of steps.
  private int cycle(
      double[] residual, double[] x, double wanted, double norm, int done, Progress told) {
    double beta = norm(residual);
    List<double[]> basis = new ArrayList<>();
    basis.add(scaled(residual, 1 / beta));
    var triangle = new Triangle(restart, beta);
    double[] moved = new double[size];
    int steps = 0;
    while (steps < restart && done + steps < most) {
      double[] next = new double[size];
      preconditioner.apply(basis.get(steps), moved);
      product.apply(moved, next);
      double[] column = orthogonalise(basis, next);
      double length = norm(next);
      double left = triangle.add(column, length);
      steps++;
      told.at(done + steps, left / norm);
      if (left <= wanted || length <= 1e-14 * beta) {
        break;
      }
      basis.add(scaled(next, 1 / length));
    }
    double[] factors = triangle.solve();
    double[] sum = new double[size];
    for (int j = 0; j < steps; j++) {
      addTimes(factors[2 * j], factors[2 * j + 1], basis.get(j), sum);
    }
    preconditioner.apply(sum, moved);
    for (int i = 0; i < size; i++) {
      x[i] += moved[i];
    }
    return steps;
  }

  private static double[] scaled(double[] x, double by) {
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = by * x[i];
    }
    return y;
  }

  /// Takes from a vector its parts along the others, twice, and returns them.
  private double[] orthogonalise(List<double[]> basis, double[] vector) {
    double[] parts = new double[2 * basis.size()];
    for (int pass = 0; pass < 2; pass++) {
      double[] products = new double[parts.length + 1];
      products[parts.length] = pass == 0 ? rider.own() : 0;
      for (int j = 0; j < basis.size(); j++) {
        dot(basis.get(j), vector, products, 2 * j);
      }
      group.allreduce(products, Operator.SUM);
      if (pass == 0) {
        rider.sum(products[parts.length]);
      }
      for (int j = 0; j < basis.size(); j++) {
        addTimes(-products[2 * j], -products[2 * j + 1], basis.get(j), vector);
        parts[2 * j] += products[2 * j];
        parts[2 * j + 1] += products[2 * j + 1];
      }
    }
    return parts;
  }

  /// Sets the product of the conjugate of `a` and `b`, of this rank's parts.
  static void dot(double[] a, double[] b, double[] to, int at) {
    double re = 0;
    double im = 0;
    for (int i = 0; i < a.length; i += 2) {
      re += a[i] * b[i] + a[i + 1] * b[i + 1];
      im += a[i] * b[i + 1] - a[i + 1] * b[i];
    }
    to[at] = re;
    to[at + 1] = im;
  }

  /// Adds a complex factor times `x` to `y`.
  static void addTimes(double re, double im, double[] x, double[] y) {
    for (int i = 0; i < x.length; i += 2) {
      y[i] += re * x[i] - im * x[i + 1];
      y[i + 1] += re * x[i + 1] + im * x[i];
    }
  }

  /// The least-squares problem of a cycle: its Hessenberg matrix is made triangular by rotations,
  /// one for each column.
  private static final class Triangle {
    private final List<double[]> columns = new ArrayList<>();
    private final double[] cosines;

    /// Complex sines.
    private final double[] sines;

    private final double[] right;

    Triangle(int most, double beta) {
      cosines = new double[most];
      sines = new double[2 * most];
      right = new double[2 * most + 2];
      right[0] = beta;
    }

    /// Adds a column: its parts along the basis, and the length of the rest, which is real. Returns
    /// the residual.
    double add(double[] column, double length) {
      int j = columns.size();
      double[] r = column.clone();
      for (int i = 0; i < j; i++) {
        rotate(i, r, 2 * i);
      }
      double re = r[2 * j];
      double im = r[2 * j + 1];
      double size = Math.hypot(re, im);
      double all = Math.hypot(size, length);
      // A rotation that takes the rest to 0 and keeps the phase of the diagonal.
      cosines[j] = all == 0 ? 1 : size / all;
      double phaseRe = size == 0 ? 1 : re / size;
      double phaseIm = size == 0 ? 0 : im / size;
      sines[2 * j] = all == 0 ? 0 : phaseRe * length / all;
      sines[2 * j + 1] = all == 0 ? 0 : phaseIm * length / all;
      r[2 * j] = phaseRe * all;
      r[2 * j + 1] = phaseIm * all;
      columns.add(r);
      rotate(j, right, 2 * j);
      return Math.hypot(right[2 * j + 2], right[2 * j + 3]);
    }

    /// Rotates two following numbers: [c, s; −conj s, c].
    private void rotate(int i, double[] x, int at) {
      double c = cosines[i];
      double sr = sines[2 * i];
      double si = sines[2 * i + 1];
      double ar = x[at];
      double ai = x[at + 1];
      double br = x[at + 2];
      double bi = x[at + 3];
      x[at] = c * ar + sr * br - si * bi;
      x[at + 1] = c * ai + sr * bi + si * br;
      x[at + 2] = -sr * ar - si * ai + c * br;
      x[at + 3] = -sr * ai + si * ar + c * bi;
    }

    double[] solve() {
      int n = columns.size();
      double[] y = new double[2 * n];
      for (int i = n - 1; i >= 0; i--) {
        double re = right[2 * i];
        double im = right[2 * i + 1];
        for (int j = i + 1; j < n; j++) {
          double[] r = columns.get(j);
          re -= r[2 * i] * y[2 * j] - r[2 * i + 1] * y[2 * j + 1];
          im -= r[2 * i] * y[2 * j + 1] + r[2 * i + 1] * y[2 * j];
        }
        double dr = columns.get(i)[2 * i];
        double di = columns.get(i)[2 * i + 1];
        double square = dr * dr + di * di;
        if (square > 0) {
          y[2 * i] = (re * dr + im * di) / square;
          y[2 * i + 1] = (im * dr - re * di) / square;
        }
      }
      return y;
    }
  }
}
