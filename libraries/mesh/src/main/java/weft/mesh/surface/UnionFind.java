// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// Disjoint sets of the numbers from 0.
final class UnionFind {
  private final int[] parents;

  UnionFind(int n) {
    parents = new int[n];
    for (int i = 0; i < n; i++) {
      parents[i] = i;
    }
  }

  int find(int i) {
    while (parents[i] != i) {
      parents[i] = parents[parents[i]];
      i = parents[i];
    }
    return i;
  }

  /// Joins two sets. The smaller root stays. Returns whether they were two.
  boolean join(int i, int j) {
    int a = find(i);
    int b = find(j);
    parents[Math.max(a, b)] = Math.min(a, b);
    return a != b;
  }
}
