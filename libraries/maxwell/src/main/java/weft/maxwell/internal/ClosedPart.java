// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import java.util.HashMap;

/// The equation of the magnetic field, for the functions of closed parts: it makes solutions unique
/// at resonances of the inside. The field is tested with the functions themselves and then turned
/// by 90° with B = R A⁻¹, where A(i, j) = ⟨J_i, J_j⟩ and R(i, j) = ⟨J_i, n × J_j⟩. With the usual
/// test, errors are 10 to 30 times larger.
///
/// A⁻¹ is applied by Chebyshev's iteration on the matrix scaled by its diagonal, whose spectrum is
/// bounded by those of the matrices of single triangles.
public final class ClosedPart {
  /// The weight of the equation of the electric field.
  public static final double ALPHA = 0.5;

  private static final double ACCURACY = 1e-10;

  /// Functions whose values a row needs.
  @FunctionalInterface
  interface Neighbour {
    /// A function that shares a triangle with another one, or is the same; some are told twice.
    void at(int function);
  }

  private final boolean[] has;
  private final boolean any;
  private int[] first = new int[1];
  private int[] column = new int[0];
  private double[] gram = new double[0];
  private double[] turn = new double[0];
  private double[] diagonal = new double[0];
  private double least = Double.MAX_VALUE;
  private double most;

  /// @param has whether a function belongs to a closed part, for each
  public ClosedPart(double[] points, int[] triangles, int[] firsts, int[] entries, boolean[] has) {
    this.has = has;
    boolean some = false;
    for (boolean each : has) {
      some |= each;
    }
    any = some;
    if (any) {
      assemble(points, triangles, firsts, entries);
    }
  }

  private ClosedPart(ClosedPart whole, int[] functions) {
    has = new boolean[functions.length];
    Arrays.fill(has, true);
    any = functions.length > 0;
    least = whole.least;
    most = whole.most;
    var local = new HashMap<Integer, Integer>();
    for (int i = 0; i < functions.length; i++) {
      local.put(functions[i], i);
    }
    first = new int[functions.length + 1];
    diagonal = new double[functions.length];
    for (int pass = 0; pass < 2; pass++) {
      int at = 0;
      for (int i = 0; i < functions.length; i++) {
        first[i] = at;
        diagonal[i] = whole.diagonal[functions[i]];
        for (int e = whole.first[functions[i]]; e < whole.first[functions[i] + 1]; e++) {
          Integer to = local.get(whole.column[e]);
          if (to != null && pass == 1) {
            column[at] = to;
            gram[at] = whole.gram[e];
            turn[at] = whole.turn[e];
          }
          at += to == null ? 0 : 1;
        }
      }
      first[functions.length] = at;
      if (pass == 0) {
        column = new int[at];
        gram = new double[at];
        turn = new double[at];
      }
    }
  }

  /// The rows and columns of some functions of closed parts, in their order. Products are right for
  /// functions whose neighbours are all among them, and steps of A⁻¹ reach one function further
  /// each.
  ClosedPart restricted(int[] functions) {
    return new ClosedPart(this, functions);
  }

  /// An element of A, which may be asked for functions of closed parts alone.
  double gram(int i, int j) {
    double sum = 0;
    for (int e = first[i]; e < first[i + 1]; e++) {
      sum += column[e] == j ? gram[e] : 0;
    }
    return sum;
  }

  /// Visits the functions that share a triangle with a function of a closed part.
  void neighbours(int function, Neighbour visit) {
    for (int e = first[function]; e < first[function + 1]; e++) {
      visit.at(column[e]);
    }
  }

  /// Whether there is a closed part.
  public boolean any() {
    return any;
  }

  /// Whether a function belongs to a closed part.
  public boolean has(int function) {
    return has[function];
  }

  private void assemble(double[] points, int[] triangles, int[] firsts, int[] entries) {
    int size = has.length;
    // Each function has two triangles, and each of them two or more others.
    int[] count = new int[size + 1];
    for (int pass = 0; pass < 2; pass++) {
      for (int t = 0; t < triangles.length / 3; t++) {
        int functions = firsts[t + 1] - firsts[t];
        for (int e = firsts[t]; e < firsts[t + 1]; e++) {
          int i = entries[e] >> 3;
          if (!has[i]) {
            continue;
          }
          if (pass == 0) {
            count[i + 1] += functions;
          } else {
            addTriangle(points, triangles, firsts, entries, t, e, count);
          }
        }
      }
      if (pass == 0) {
        for (int i = 0; i < size; i++) {
          count[i + 1] += count[i];
        }
        first = count.clone();
        column = new int[count[size]];
        gram = new double[count[size]];
        turn = new double[count[size]];
        diagonal = new double[size];
      }
    }
    for (int t = 0; t < triangles.length / 3; t++) {
      if (firsts[t] < firsts[t + 1] && has[entries[firsts[t]] >> 3]) {
        bound(points, triangles, t);
      }
    }
  }

  private void addTriangle(
      double[] points, int[] triangles, int[] firsts, int[] entries, int t, int e, int[] next) {
    int i = entries[e] >> 3;
    double sign = (entries[e] & 1) == 0 ? 1 : -1;
    double[] local = new double[2];
    for (int f = firsts[t]; f < firsts[t + 1]; f++) {
      products(points, triangles, t, entries[e] >> 1 & 3, entries[f] >> 1 & 3, local);
      double both = (entries[f] & 1) == 0 ? sign : -sign;
      int at = next[i]++;
      column[at] = entries[f] >> 3;
      gram[at] = both * local[0];
      turn[at] = both * local[1];
      if (column[at] == i) {
        diagonal[i] += gram[at];
      }
    }
  }

  /// ⟨J_a, J_b⟩ and ⟨J_a, n × J_b⟩ on a triangle.
  private static void products(double[] points, int[] triangles, int t, int a, int b, double[] to) {
    double[][] p = new double[3][];
    for (int c = 0; c < 3; c++) {
      int point = 3 * triangles[3 * t + c];
      p[c] = Arrays.copyOfRange(points, point, point + 3);
    }
    double[] normal = cross(less(p[1], p[0]), less(p[2], p[0]));
    double twice = Math.sqrt(dot(normal, normal));
    TriangleRule rule = TriangleRule.THREE;
    double sum = 0;
    double turned = 0;
    for (int q = 0; q < rule.count(); q++) {
      double[] x = new double[3];
      for (int c = 0; c < 3; c++) {
        for (int axis = 0; axis < 3; axis++) {
          x[axis] += rule.corners()[3 * q + c] * p[c][axis];
        }
      }
      double[] u = less(x, p[a]);
      double[] v = less(x, p[b]);
      sum += rule.weights()[q] * dot(u, v);
      turned += rule.weights()[q] * dot(u, cross(normal, v)) / twice;
    }
    // The area times 1/4|T|² is 1/4|T|, and `twice` is 2|T|.
    to[0] = sum / (2 * twice);
    to[1] = turned / (2 * twice);
  }

  /// The eigenvalues of D⁻¹A of all triangles bound those of the whole (A. J. Wathen, "Realistic
  /// eigenvalue bounds for the Galerkin mass matrix", 1987).
  private void bound(double[] points, int[] triangles, int t) {
    double[][] a = new double[3][3];
    double[] local = new double[2];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        products(points, triangles, t, i, j, local);
        a[i][j] = local[0];
      }
    }
    double xy = a[0][1] / Math.sqrt(a[0][0] * a[1][1]);
    double xz = a[0][2] / Math.sqrt(a[0][0] * a[2][2]);
    double yz = a[1][2] / Math.sqrt(a[1][1] * a[2][2]);
    // The scaled matrix has ones on its diagonal; its eigenvalues are 1 + 2 √(q/3) cos(…).
    double q = xy * xy + xz * xz + yz * yz;
    double half = xy * xz * yz;
    double radius = Math.sqrt(q / 3);
    double angle =
        radius == 0 ? 0 : Math.acos(Math.clamp(half / (radius * radius * radius), -1, 1)) / 3;
    for (int n = 0; n < 3; n++) {
      double value = 1 + 2 * radius * Math.cos(angle + 2 * Math.PI * n / 3);
      least = Math.min(least, Math.max(value, 1e-6));
      most = Math.max(most, value);
    }
  }

  private static double[] less(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /// Adds column j of ½R to a vector, of which there are `stride` side by side.
  void addHalfTurn(int j, double[] to, int offset, int stride) {
    if (!has[j]) {
      return;
    }
    for (int e = first[j]; e < first[j + 1]; e++) {
      // R is skew: column j is its negative row.
      to[column[e] * stride + offset] -= turn[e] / 2;
    }
  }

  /// ½R times `count` vectors side by side.
  double[] halfTurn(double[] vectors, int count) {
    double[] turned = product(turn, vectors, count);
    for (int i = 0; i < turned.length; i++) {
      turned[i] /= 2;
    }
    return turned;
  }

  /// R A⁻¹ times `count` vectors side by side. Rows of functions of other parts are zero.
  public double[] turn(double[] vectors, int count) {
    return turn(vectors, count, steps());
  }

  /// The steps after which A⁻¹ is as good as exact.
  public int steps() {
    return steps(ACCURACY);
  }

  /// Likewise, with this number of steps for A⁻¹.
  public double[] turn(double[] vectors, int count, int steps) {
    double[] solved = solve(vectors, count, steps);
    return product(turn, solved, count);
  }

  /// The steps after which A⁻¹ errs by less than this, relatively.
  int steps(double accuracy) {
    double rate = Math.sqrt(most / least);
    rate = (rate - 1) / (rate + 1);
    return 2 + (int) Math.ceil(Math.log(accuracy / 2) / Math.log(Math.max(rate, 1e-6)));
  }

  private double[] product(double[] values, double[] x, int count) {
    double[] y = new double[x.length];
    for (int i = 0; i < has.length; i++) {
      for (int e = has[i] ? first[i] : 0; has[i] && e < first[i + 1]; e++) {
        int from = column[e] * count;
        double value = values[e];
        for (int c = 0; c < count; c++) {
          y[i * count + c] += value * x[from + c];
        }
      }
    }
    return y;
  }

  /// Chebyshev's iteration for A x = b with the bounds of the spectrum of D⁻¹A.
  private double[] solve(double[] b, int count, int steps) {
    double centre = (most + least) / 2;
    double radius = Math.max((most - least) / 2, 1e-12);
    double[] x = new double[b.length];
    double[] residual = b.clone();
    double[] change = new double[b.length];
    double sigma = centre / radius;
    double rho = 1 / sigma;
    for (int step = 0; step < steps; step++) {
      double nextRho = step == 0 ? rho : 1 / (2 * sigma - rho);
      double keep = step == 0 ? 0 : nextRho * rho;
      double take = step == 0 ? 1 / centre : 2 * nextRho / radius;
      for (int i = 0; i < has.length; i++) {
        double scale = has[i] ? take / diagonal[i] : 0;
        for (int c = i * count; c < (i + 1) * count; c++) {
          change[c] = keep * change[c] + scale * residual[c];
          x[c] += change[c];
        }
      }
      rho = nextRho;
      double[] moved = product(gram, change, count);
      for (int c = 0; c < moved.length; c++) {
        residual[c] -= moved[c];
      }
    }
    return x;
  }
}
