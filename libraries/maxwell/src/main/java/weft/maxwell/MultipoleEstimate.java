// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.Random;
import weft.maxwell.internal.LeafPreconditioner;
import weft.multipole.MultipolePlan;
import weft.multipole.Octree;

/// What [MultipoleSolver] needs for a surface, told before it begins.
///
/// @param levels the deepest level of the tree; the first with transfers is 2
/// @param leafWavelengths the side of a leaf
/// @param nearFunctions the functions near a function, in the mean
/// @param nearBytes near elements on the rank that has most
/// @param patternBytes patterns of functions and fields of boxes on that rank
/// @param inverseBytes the approximate inverse on that rank
/// @param otherBytes the surface, vectors and transfer functions on each rank
/// @param sourceBytes what each further source that is solved at once takes on that rank
/// @param setUpSeconds the time of the set-up on one core
/// @param stepSeconds the time of a step on one core
public record MultipoleEstimate(
    int levels,
    double leafWavelengths,
    double nearFunctions,
    long nearBytes,
    long patternBytes,
    long inverseBytes,
    long otherBytes,
    long sourceBytes,
    double setUpSeconds,
    double stepSeconds) {
  /// The steps of a source that are assumed: spheres take 10 to 20, open surfaces more.
  public static final int STEPS = 20;

  /// Seconds of a pair of near functions: its elements, and its part of a product.
  private static final double ELEMENT = 4e-7;

  /// Seconds of an operation of a product, as trees count them.
  private static final double OPERATION = 4e-10;

  /// Seconds of an operation of a small factorisation, and how many there are for the cube of the
  /// number of functions.
  private static final double FACTOR = 16 / 3.0 * 1.5e-10;

  private static final int SAMPLED = 50;

  /// Estimates for one rank of several. Local.
  ///
  /// @param residual with which solutions end
  public static MultipoleEstimate of(
      CurrentBasis basis, double frequency, Equation equation, double residual, int ranks) {
    var equations = new Equations(basis, frequency, equation);
    MultipolePlan plan = MultipoleSolver.plan(equations, residual, 0, ranks);
    Octree tree = plan.tree();
    double n = basis.size();
    double most = plan.imbalance() / ranks;
    int matrices = equations.closed().any() ? 2 : 1;
    // Complex floats; of a symmetric matrix half, but for leaves themselves and those at borders.
    double near = plan.nearPairs() * 8.0 * matrices * 0.5 * (1 + 1.0 / 27 * 2);
    double patterns = n * plan.leafGrid().samples() * 8;
    double functions = 0;
    double fields = 0;
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      int full = plan.fullGrid(level).samples();
      // Fields of two components on both grids, radiated and received.
      fields += tree.boxes(level) * 32.0 * (full + plan.smallGrid(level).samples());
      functions += 8.0 * full * Math.min(316, 20.0 * tree.boxes(level));
    }
    double together = together(equations, tree, plan.k());
    double triangles = basis.surface().triangleCount();
    // Points of quadrature of sources, results, elements and patterns; the basis; A and R.
    double surface = triangles * (144 * 5 + 100) + n * (80 + 115 * (matrices - 1));
    // Two for each direction of a search.
    double vectors = (2 * STEPS + 10) * 16 * n * most;
    double blocks = n / Math.max(1, tree.boxes(tree.levels()));
    double product = plan.work() - plan.nearPairs() * (plan.costs().pair() - 16);
    return new MultipoleEstimate(
        tree.levels(),
        tree.side(tree.levels()) * plan.k() / (2 * Math.PI),
        plan.nearPairs() / n,
        (long) (near * most),
        (long) ((patterns + fields) * most),
        (long) (8 * n * together * most),
        (long) (surface + vectors + functions),
        (long) (fields * most + vectors),
        plan.nearPairs() * ELEMENT * matrices / 2 + n / blocks * Math.pow(together, 3) * FACTOR,
        product * OPERATION);
  }

  /// The functions that are inverted together, in the mean of some leaves.
  private static double together(Equations equations, Octree tree, double k) {
    var random = new Random(1);
    int leaves = tree.boxes(tree.levels());
    double sum = 0;
    for (int i = 0; i < SAMPLED; i++) {
      sum += LeafPreconditioner.count(tree, random.nextInt(leaves), equations.middles(), k);
    }
    return sum / SAMPLED;
  }

  /// All bytes on the rank that has most.
  public long bytes() {
    return nearBytes + patternBytes + inverseBytes + otherBytes;
  }

  /// Seconds on one core for a number of sources.
  public double seconds(int sources) {
    // Later sources begin from combinations of earlier ones.
    return setUpSeconds + stepSeconds * STEPS * (1 + 0.7 * (sources - 1));
  }
}
