// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;

/// Elements of Z for a few functions: those of the near blocks, and others computed anew.
///
/// Not for several threads.
final class MissingElements {
  private final FunctionTree functions;
  private final BasisArrays basis;
  private final NearBlocks near;
  private final PairIntegrals integrals;

  /// For each function, its number among those of a call plus 1, or 0.
  private final int[] numberOf;

  private final double[] element = new double[2];

  MissingElements(FunctionTree functions, NearBlocks near, double k, int perAxis) {
    this.functions = functions;
    this.near = near;
    basis = functions.basis();
    integrals = new PairIntegrals(basis.points(), basis.triangles(), k, perAxis, false);
    numberOf = new int[basis.size()];
  }

  /// The elements for some functions: real and imaginary part, row by row.
  double[] elements(int[] some) {
    int n = some.length;
    double[] z = new double[2 * n * n];
    boolean[] wanted = new boolean[n * n];
    boolean any = false;
    for (int i = 0; i < n; i++) {
      numberOf[some[i]] = i + 1;
      for (int j = 0; j <= i; j++) {
        if (near.element(some[i], some[j], element)) {
          for (int part = 0; part < 2; part++) {
            z[2 * (i * n + j) + part] = element[part];
            z[2 * (j * n + i) + part] = element[part];
          }
        } else {
          wanted[i * n + j] = true;
          wanted[j * n + i] = true;
          any = true;
        }
      }
    }
    if (any) {
      compute(some, z, wanted);
    }
    for (int function : some) {
      numberOf[function] = 0;
    }
    return z;
  }

  private void compute(int[] some, double[] z, boolean[] wanted) {
    int n = some.length;
    int[] triangles = triangles(some);
    int[] others = new int[triangles.length];
    for (int t : triangles) {
      int count = 0;
      for (int s : triangles) {
        if (s >= t && isWanted(t, s, n, wanted)) {
          others[count++] = s;
        }
      }
      integrals.run(t, Arrays.copyOf(others, count), s -> addPair(t, s, n, z, wanted));
    }
  }

  private int[] triangles(int[] some) {
    return Arrays.stream(some)
        .map(functions::leaf)
        .distinct()
        .flatMap(leaf ->
            java.util.stream.IntStream.range(
                    functions.firstTriangle(leaf), functions.firstTriangle(leaf + 1))
                .map(functions::triangle))
        .distinct()
        .toArray();
  }

  private boolean isWanted(int t, int s, int n, boolean[] wanted) {
    for (int e = basis.firsts()[t]; e < basis.firsts()[t + 1]; e++) {
      int i = numberOf[BasisArrays.function(basis.entries()[e])] - 1;
      for (int f = basis.firsts()[s]; i >= 0 && f < basis.firsts()[s + 1]; f++) {
        int j = numberOf[BasisArrays.function(basis.entries()[f])] - 1;
        if (j >= 0 && wanted[i * n + j]) {
          return true;
        }
      }
    }
    return false;
  }

  private void addPair(int t, int s, int n, double[] z, boolean[] wanted) {
    for (int e = basis.firsts()[t]; e < basis.firsts()[t + 1]; e++) {
      int a = basis.entries()[e];
      int i = numberOf[BasisArrays.function(a)] - 1;
      for (int f = basis.firsts()[s]; i >= 0 && f < basis.firsts()[s + 1]; f++) {
        int b = basis.entries()[f];
        int j = numberOf[BasisArrays.function(b)] - 1;
        if (j < 0 || !wanted[i * n + j]) {
          continue;
        }
        int at = 6 * BasisArrays.corner(a) + 2 * BasisArrays.corner(b);
        double sign = BasisArrays.sign(a) * BasisArrays.sign(b);
        add(z, i * n + j, sign, at);
        if (t != s) {
          add(z, j * n + i, sign, at);
        }
      }
    }
  }

  private void add(double[] z, int element, double sign, int at) {
    z[2 * element] += sign * integrals.potential[at];
    z[2 * element + 1] += sign * integrals.potential[at + 1];
  }
}
