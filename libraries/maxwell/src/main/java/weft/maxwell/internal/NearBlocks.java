// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The elements of the matrix for functions whose leaves touch, as far as a rank needs them. Z and
/// K are symmetric, so of two leaves of this rank there is one block. Each pair of triangles is
/// integrated once.
///
/// Not for several threads.
final class NearBlocks {
  private final FunctionTree functions;
  private final BasisArrays basis;
  private final int firstLeaf;

  /// For each leaf of this rank, the leaves that touch it.
  private final int[][] near;

  /// And their blocks; null where the other leaf of this rank has it.
  private final @Nullable NearBlock[][] blocks;

  private final float[] values;
  private final float[] sumRe;
  private final float[] sumIm;

  /// @param perAxis points per axis of the rules for touching triangles
  /// @param progress is called now and then
  NearBlocks(
      FunctionTree functions, ClosedPart closed, double k, int perAxis, StepProgress progress) {
    this.functions = functions;
    basis = functions.basis();
    firstLeaf = functions.plan().firstLeaf();
    int leaves = functions.plan().endLeaf() - firstLeaf;
    near = new int[leaves][];
    blocks = new NearBlock[leaves][];
    int most = 0;
    for (int i = 0; i < leaves; i++) {
      most = Math.max(most, allocate(firstLeaf + i, closed));
    }
    values = new float[2 * most];
    sumRe = new float[most];
    sumIm = new float[most];
    fill(new PairIntegrals(basis.points(), basis.triangles(), k, perAxis, closed.any()), progress);
  }

  /// Makes the blocks of a leaf. Returns the size of the largest leaf near it.
  private int allocate(int leaf, ClosedPart closed) {
    int[] others = functions.near(leaf);
    near[leaf - firstLeaf] = others;
    var made = new NearBlock[others.length];
    int most = 0;
    for (int i = 0; i < others.length; i++) {
      int size = functions.size(others[i]);
      most = Math.max(most, size);
      if (!functions.isOwnLeaf(others[i]) || others[i] >= leaf) {
        boolean turns = hasClosed(leaf, closed) || hasClosed(others[i], closed);
        made[i] = NearBlock.of(functions.size(leaf), size, turns);
      }
    }
    blocks[leaf - firstLeaf] = made;
    return most;
  }

  private boolean hasClosed(int leaf, ClosedPart closed) {
    for (int p = functions.tree().begin(leaf); p < functions.tree().begin(leaf + 1); p++) {
      if (closed.has(functions.function(p))) {
        return true;
      }
    }
    return false;
  }

  // Set-up.

  private boolean isOwnTriangle(int t) {
    for (int e = basis.firsts()[t]; e < basis.firsts()[t + 1]; e++) {
      if (functions.isOwn(BasisArrays.function(basis.entries()[e]))) {
        return true;
      }
    }
    return false;
  }

  private void fill(PairIntegrals integrals, StepProgress progress) {
    int count = basis.triangleCount();
    boolean[] own = new boolean[count];
    int owned = 0;
    for (int t = 0; t < count; t++) {
      own[t] = isOwnTriangle(t);
      owned += own[t] ? 1 : 0;
    }
    int[] seen = new int[count];
    int[] others = new int[64];
    int done = 0;
    for (int t = 0; t < count; t++) {
      if (!own[t]) {
        continue;
      }
      if (done++ % 64 == 0) {
        progress.at(done - 1, owned);
      }
      int found = 0;
      for (int e = basis.firsts()[t]; e < basis.firsts()[t + 1]; e++) {
        int leaf = functions.leaf(BasisArrays.function(basis.entries()[e]));
        for (int other : nearOf(leaf)) {
          if (!functions.isOwnLeaf(leaf) && !functions.isOwnLeaf(other)) {
            continue;
          }
          for (int i = functions.firstTriangle(other);
              i < functions.firstTriangle(other + 1);
              i++) {
            int s = functions.triangle(i);
            if (seen[s] == t + 1 || own[s] && s < t) {
              continue;
            }
            seen[s] = t + 1;
            if (found == others.length) {
              others = Arrays.copyOf(others, 2 * found);
            }
            others[found++] = s;
          }
        }
      }
      int here = t;
      integrals.run(t, Arrays.copyOf(others, found), s -> addPair(here, s, integrals));
    }
  }

  private int[] nearOf(int leaf) {
    return functions.isOwnLeaf(leaf) ? near[leaf - firstLeaf] : functions.near(leaf);
  }

  private void addPair(int t, int s, PairIntegrals integrals) {
    int[] firsts = basis.firsts();
    for (int e = firsts[t]; e < firsts[t + 1]; e++) {
      for (int f = firsts[s]; f < firsts[s + 1]; f++) {
        int a = basis.entries()[e];
        int b = basis.entries()[f];
        int at = 6 * BasisArrays.corner(a) + 2 * BasisArrays.corner(b);
        double sign = BasisArrays.sign(a) * BasisArrays.sign(b);
        add(BasisArrays.function(a), BasisArrays.function(b), t == s, sign, integrals, at);
      }
    }
  }

  /// Adds to element (i, j) of the symmetric matrices.
  ///
  /// @param both whether (j, i) is told besides
  private void add(int i, int j, boolean both, double sign, PairIntegrals integrals, int at) {
    boolean ownI = functions.isOwn(i);
    boolean ownJ = functions.isOwn(j);
    boolean turned = !ownI || ownJ && functions.leaf(i) > functions.leaf(j);
    if (!ownI && !ownJ || both && turned) {
      return;
    }
    int row = turned ? j : i;
    int column = turned ? i : j;
    NearBlock block = find(functions.leaf(row), functions.leaf(column));
    if (block == null) {
      return;
    }
    int r = functions.placeInLeaf(row);
    int c = functions.placeInLeaf(column);
    block.add(r, c, sign, integrals, at);
    if (!both && functions.leaf(row) == functions.leaf(column)) {
      block.add(c, r, sign, integrals, at);
    }
  }

  private @Nullable NearBlock find(int leaf, int other) {
    int at = Arrays.binarySearch(near[leaf - firstLeaf], other);
    return at < 0 ? null : blocks[leaf - firstLeaf][at];
  }

  private NearBlock there(int leaf, int other) {
    NearBlock block = find(leaf, other);
    if (block == null) {
      throw new IllegalStateException("leaves " + leaf + " and " + other + " have no block");
    }
    return block;
  }

  /// Sets `to` to the real and imaginary part of an element of Z. Returns false if it is not here:
  /// the leaves do not touch, or neither belongs to this rank.
  boolean element(int i, int j, double[] to) {
    boolean ownI = functions.isOwn(i);
    boolean ownJ = functions.isOwn(j);
    if (!ownI && !ownJ) {
      return false;
    }
    boolean turned = !ownI || ownJ && functions.leaf(i) > functions.leaf(j);
    int row = turned ? j : i;
    int column = turned ? i : j;
    NearBlock block = find(functions.leaf(row), functions.leaf(column));
    if (block == null) {
      return false;
    }
    int at = functions.placeInLeaf(column) * block.rows() + functions.placeInLeaf(row);
    to[0] = block.z()[at];
    to[1] = block.z()[at + block.rows() * block.columns()];
    return true;
  }

  /// The bytes of all blocks.
  long bytes() {
    long bytes = 0;
    for (NearBlock[] each : blocks) {
      for (NearBlock block : each) {
        bytes += block == null ? 0 : block.bytes();
      }
    }
    return bytes;
  }

  // Products.

  private void take(double[] from, int at, int count) {
    for (int i = 0; i < 2 * count; i++) {
      values[i] = (float) from[at + i];
    }
  }

  /// Adds to the results of leaf `target` what `source`, of this rank and later or of another rank,
  /// contributes: for each function, complex numbers for Z and, if there are two, for K.
  void addProduct(
      int target, int source, double[] from, int first, double[] results, int at, int each) {
    NearBlock block = there(target, source);
    take(from, first, block.columns());
    product(block.z(), block, false, results, at, each);
    if (block.turns()) {
      product(block.k(), block, false, results, at + 2, each);
    }
  }

  /// Adds to the results of the second leaf of a block what the first one contributes.
  void addTransposed(
      int first, int second, double[] from, int at, double[] results, int to, int each) {
    NearBlock block = there(first, second);
    take(from, at, block.rows());
    product(block.z(), block, true, results, to, each);
    if (block.turns()) {
      product(block.k(), block, true, results, to + 2, each);
    }
  }

  private void product(
      float[] matrix, NearBlock block, boolean transposed, double[] results, int at, int each) {
    int count = transposed ? block.columns() : block.rows();
    Arrays.fill(sumRe, 0, count, 0);
    Arrays.fill(sumIm, 0, count, 0);
    if (transposed) {
      NearBlock.addTransposed(matrix, block.rows(), block.columns(), values, sumRe, sumIm);
    } else {
      NearBlock.addProduct(matrix, block.rows(), block.columns(), values, sumRe, sumIm);
    }
    for (int i = 0; i < count; i++) {
      results[at + 2 * each * i] += sumRe[i];
      results[at + 2 * each * i + 1] += sumIm[i];
    }
  }
}
