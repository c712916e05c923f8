// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// Who computes what in a product: the tree, the grids of its levels, and the ranks that own the
/// boxes. Ranks cut the leaves in Morton order, so that all have about as much work; any box
/// belongs to the rank that has its first leaf. Every rank makes the same plan by itself.
public final class MultipolePlan {
  private final Octree tree;
  private final double k;
  private final Truncation truncation;
  private final int rank;
  private final LevelGrids[] grids;
  private final WorkShares shares;
  private final LeafCosts costs;

  private MultipolePlan(
      Octree tree, double k, Truncation truncation, LeafCosts costs, int rank, int ranks) {
    this.tree = tree;
    this.k = k;
    this.truncation = truncation;
    this.rank = rank;
    this.costs = costs;
    grids = grids(tree, k, truncation, costs.components());
    shares = new WorkShares(tree, grids, costs, ranks);
  }

  /// Makes the plan of one rank.
  ///
  /// @param k the wave number, above 0
  /// @param costs those of the kernel
  /// @throws IllegalArgumentException if the wave number is not a positive number, or the leaves
  ///   are smaller than the truncation allows
  public static MultipolePlan of(
      Octree tree, double k, Truncation truncation, LeafCosts costs, int rank, int ranks) {
    if (!(k > 0 && Double.isFinite(k))) {
      throw new IllegalArgumentException(
          "a tree at the wave number " + k + " is not possible; give one above 0, or sum directly");
    }
    double side = tree.side(tree.levels()) * k / (2 * Math.PI);
    if (side < truncation.leastSide() * (1 - 1e-9)) {
      throw new IllegalArgumentException(
          "leaves of %.3g wavelengths are too small for this accuracy; give %.3g or more"
              .formatted(side, truncation.leastSide()));
    }
    return new MultipolePlan(tree, k, truncation, costs, rank, ranks);
  }

  /// The number of levels with the least work, or 0 if the points are so close that there is no
  /// level with boxes that are far from each other.
  public static int levels(double[] points, double k, Truncation truncation, LeafCosts costs) {
    double wave = 2 * Math.PI / k;
    Octree tree = Octree.of(points, Octree.TOP);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    int levels = Octree.TOP;
    while (levels <= Octree.DEEPEST
        && tree.side(0) / (1 << levels) >= truncation.leastSide() * wave) {
      tree = Octree.of(points, levels);
      LevelGrids[] grids = grids(tree, k, truncation, costs.components());
      double work = new WorkShares(tree, grids, costs, 1).total();
      if (work < least) {
        best = levels;
        least = work;
      }
      levels++;
    }
    return best;
  }

  private static LevelGrids[] grids(Octree tree, double k, Truncation truncation, int components) {
    var grids = new LevelGrids[tree.levels() + 1];
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      grids[level] = new LevelGrids(k, tree.side(level), truncation, components);
    }
    return grids;
  }

  /// The tree.
  public Octree tree() {
    return tree;
  }

  /// The wave number.
  public double k() {
    return k;
  }

  /// The truncation of fields.
  public Truncation truncation() {
    return truncation;
  }

  /// What the kernel costs.
  public LeafCosts costs() {
    return costs;
  }

  /// The grid on which leaves radiate and receive.
  public SphereGrid leafGrid() {
    return grids[tree.levels()].small();
  }

  /// The grid on which the fields of a level are kept and sent.
  public SphereGrid smallGrid(int level) {
    return grids[level].small();
  }

  /// The grid on which the fields of a level are transferred.
  public SphereGrid fullGrid(int level) {
    return grids[level].full();
  }

  /// The transfer functions of a level, new ones.
  public TransferFunctions functions(int level) {
    return grids[level].functions();
  }

  /// A grid on which squares of what all values radiate together can be integrated.
  public SphereGrid farGrid() {
    double diagonal = k * tree.side(0) * Math.sqrt(3);
    return new SphereGrid(2 * truncation.fieldTerms(diagonal));
  }

  LevelGrids grids(int level) {
    return grids[level];
  }

  /// The rank of this plan.
  public int rank() {
    return rank;
  }

  /// The rank that has box `index` of `level`.
  public int owner(int level, int index) {
    return shares.owner(tree.firstLeaf(level, index));
  }

  /// The first leaf of this rank.
  public int firstLeaf() {
    return shares.firstLeaf(rank);
  }

  /// The first leaf beyond those of this rank.
  public int endLeaf() {
    return shares.firstLeaf(rank + 1);
  }

  /// The first point of this rank, in the order of leaves.
  public int firstPoint() {
    return tree.begin(firstLeaf());
  }

  /// The first point beyond those of this rank.
  public int endPoint() {
    return tree.begin(endLeaf());
  }

  /// The operations of a product on all ranks together.
  public double work() {
    return shares.total();
  }

  /// The pairs of points that are summed directly, on all ranks together.
  public long nearPairs() {
    return shares.nearPairs();
  }

  /// The operations of the rank that has most of them, over the mean of all ranks.
  public double imbalance() {
    return shares.imbalance();
  }
}
