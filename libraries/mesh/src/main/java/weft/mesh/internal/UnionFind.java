// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Disjoint sets of the numbers from 0.
public final class UnionFind {
  private final int[] parents;

  /// Makes n sets of one number each.
  public UnionFind(int n) {
    parents = new int[n];
    for (int i = 0; i < n; i++) {
      parents[i] = i;
    }
  }

  /// Returns the number that stands for the set of `i`.
  public int find(int i) {
    while (parents[i] != i) {
      parents[i] = parents[parents[i]];
      i = parents[i];
    }
    return i;
  }

  /// Joins two sets. The smaller root stays. Returns whether they were two.
  public boolean join(int i, int j) {
    int a = find(i);
    int b = find(j);
    parents[Math.max(a, b)] = Math.min(a, b);
    return a != b;
  }
}
