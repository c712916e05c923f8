// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.multipole.MultipolePlan;
import weft.multipole.Octree;

/// The functions of a surface in the leaves of a tree, which has the middles of their edges as
/// points. Each function has a place in the order of leaves; a rank has the functions of its
/// leaves, which are contiguous.
public final class FunctionTree {
  private final BasisArrays basis;
  private final MultipolePlan plan;
  private final Octree tree;
  private final int[] placeOf;
  private final int[] leafOf;

  /// The first triangle of each leaf in `triangles`, and their number at the end.
  private final int[] firstTriangle;

  private final int[] triangles;

  /// @param plan over one point for each function
  public FunctionTree(BasisArrays basis, MultipolePlan plan) {
    this.basis = basis;
    this.plan = plan;
    tree = plan.tree();
    placeOf = new int[tree.size()];
    leafOf = new int[tree.size()];
    int leaves = leafCount();
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int place = tree.begin(leaf); place < tree.begin(leaf + 1); place++) {
        placeOf[tree.point(place)] = place;
        leafOf[tree.point(place)] = leaf;
      }
    }
    int[] count = new int[leaves + 1];
    eachTriangle((leaf, t) -> count[leaf + 1]++);
    for (int leaf = 0; leaf < leaves; leaf++) {
      count[leaf + 1] += count[leaf];
    }
    firstTriangle = count.clone();
    triangles = new int[count[leaves]];
    eachTriangle((leaf, t) -> triangles[count[leaf]++] = t);
  }

  private interface LeafTriangle {
    void at(int leaf, int triangle);
  }

  /// Visits each triangle with each leaf that has a function of it, once.
  private void eachTriangle(LeafTriangle visit) {
    int[] firsts = basis.firsts();
    for (int t = 0; t < basis.triangleCount(); t++) {
      for (int e = firsts[t]; e < firsts[t + 1]; e++) {
        int leaf = leafOf[BasisArrays.function(basis.entries()[e])];
        boolean known = false;
        for (int before = firsts[t]; before < e; before++) {
          known |= leafOf[BasisArrays.function(basis.entries()[before])] == leaf;
        }
        if (!known) {
          visit.at(leaf, t);
        }
      }
    }
  }

  BasisArrays basis() {
    return basis;
  }

  /// The plan of the tree.
  public MultipolePlan plan() {
    return plan;
  }

  Octree tree() {
    return tree;
  }

  int leafCount() {
    return tree.boxes(tree.levels());
  }

  /// The function at a place.
  public int function(int place) {
    return tree.point(place);
  }

  /// Of two numbers for each function of the surface, those of this rank's functions, in the order
  /// of the tree.
  public double[] ownValues(double[] all) {
    double[] own = new double[2 * own()];
    for (int i = 0; i < own(); i++) {
      System.arraycopy(all, 2 * function(plan.firstPoint() + i), own, 2 * i, 2);
    }
    return own;
  }

  /// The same in the order of the surface, with 0 for functions of other ranks.
  public double[] allValues(double[] own) {
    double[] all = new double[2 * tree.size()];
    for (int i = 0; i < own(); i++) {
      System.arraycopy(own, 2 * i, all, 2 * function(plan.firstPoint() + i), 2);
    }
    return all;
  }

  /// The functions of this rank.
  public int own() {
    return plan.endPoint() - plan.firstPoint();
  }

  /// The number of a function among those of this rank.
  int ownPlace(int function) {
    return placeOf[function] - plan.firstPoint();
  }

  /// The number of a function in its leaf.
  int placeInLeaf(int function) {
    return placeOf[function] - tree.begin(leafOf[function]);
  }

  int leaf(int function) {
    return leafOf[function];
  }

  int size(int leaf) {
    return tree.begin(leaf + 1) - tree.begin(leaf);
  }

  boolean isOwnLeaf(int leaf) {
    return leaf >= plan.firstLeaf() && leaf < plan.endLeaf();
  }

  boolean isOwn(int function) {
    return isOwnLeaf(leafOf[function]);
  }

  int owner(int function) {
    return plan.owner(tree.levels(), leafOf[function]);
  }

  /// The leaves that touch a leaf, with itself, in ascending order.
  int[] near(int leaf) {
    int[] found = new int[27];
    int[] count = new int[1];
    tree.near(leaf, source -> found[count[0]++] = source);
    int[] near = Arrays.copyOf(found, count[0]);
    Arrays.sort(near);
    return near;
  }

  /// The triangles of a leaf's functions: from `firstTriangle(leaf)` to that of the next leaf.
  int firstTriangle(int leaf) {
    return firstTriangle[leaf];
  }

  int triangle(int index) {
    return triangles[index];
  }
}
