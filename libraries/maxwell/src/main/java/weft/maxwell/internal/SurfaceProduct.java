// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.collective.Group;
import weft.collective.Operator;
import weft.multipole.GridField;
import weft.multipole.MultipolePlan;
import weft.multipole.MultipoleProduct;
import weft.multipole.Octree;
import weft.multipole.SphereGrid;
import weft.multipole.Truncation;

/// The product of the matrix of a surface and a vector, on all ranks, by a fast multipole method.
/// Rows of closed parts are those of the combined equation.
///
/// Not for several threads.
public final class SurfaceProduct {
  private final double k;
  private final ClosedPart closed;
  private final FunctionTree functions;
  private final NearBlocks near;
  private final LeafPatterns patterns;
  private final MultipoleProduct product;
  private final TurnedRows turned;
  private final int results;

  /// Computes the near elements. Collective.
  ///
  /// @param functions those of the surface in a tree, see [#plan]
  /// @param closed the equations of closed parts
  /// @param accuracy the relative error of a product that is wanted
  /// @param perAxis points per axis of the rules for touching triangles
  /// @param product that of this rank
  public SurfaceProduct(
      Group group,
      FunctionTree functions,
      ClosedPart closed,
      double accuracy,
      int perAxis,
      MultipoleProduct product,
      StepProgress progress) {
    this.functions = functions;
    this.closed = closed;
    this.product = product;
    MultipolePlan plan = functions.plan();
    k = plan.k();
    near = new NearBlocks(functions, closed, k, perAxis, progress);
    patterns = new LeafPatterns(functions, k, plan.leafGrid());
    turned =
        new TurnedRows(group, functions, closed, closed.any() ? turnSteps(closed, accuracy) : 0);
    var kernel = new CurrentKernel(patterns, near, k, closed.any());
    product.prepare(plan, kernel);
    results = kernel.results();
  }

  /// The steps of the iteration for A⁻¹ with which products have an accuracy. The same belong on
  /// the right side.
  public static int turnSteps(ClosedPart closed, double accuracy) {
    return closed.steps(accuracy / 10);
  }

  /// The plan of a rank for the functions whose edges have these middles. Where they lie too close
  /// for a tree of their own, all are in a few boxes of a larger one.
  public static MultipolePlan plan(
      double[] middles, double k, Truncation truncation, int rank, int ranks) {
    int levels = MultipolePlan.levels(middles, k, truncation, CurrentKernel.COSTS);
    double least = truncation.leastSide() * 2 * Math.PI / k * (1 << Octree.TOP);
    Octree tree = levels == 0 ? Octree.of(middles, Octree.TOP, least) : Octree.of(middles, levels);
    return MultipolePlan.of(tree, k, truncation, CurrentKernel.COSTS, rank, ranks);
  }

  /// Multiplies some vectors. Collective.
  ///
  /// @param values real and imaginary part for each function of this rank, in the tree's order
  /// @param results set to those of each of them
  public void multiply(double[][] values, double[][] results) {
    int count = values.length;
    int length = 2 * functions.own();
    double[] all = new double[count * length];
    for (int v = 0; v < count; v++) {
      System.arraycopy(values[v], 0, all, v * length, length);
    }
    int wide = this.results * length;
    double[] products = new double[count * wide];
    product.multiply(all, products, count);
    for (int v = 0; v < count; v++) {
      combine(values[v], Arrays.copyOfRange(products, v * wide, (v + 1) * wide), results[v]);
    }
  }

  private void combine(double[] values, double[] products, double[] results) {
    int each = 2 * this.results;
    int first = functions.plan().firstPoint();
    for (int i = 0; i < functions.own(); i++) {
      double factor = closed.has(functions.function(first + i)) ? ClosedPart.ALPHA * k : k;
      // −ik times the product with Z.
      results[2 * i] = factor * products[each * i + 1];
      results[2 * i + 1] = -factor * products[each * i];
    }
    if (closed.any()) {
      turned.add(1 - ClosedPart.ALPHA, values, products, results);
    }
  }

  /// The integral over the sphere of the squares of what one vector of the last product radiates.
  /// Collective.
  public double farSquare(Group group, int vector) {
    SphereGrid grid = functions.plan().farGrid();
    GridField part = product.farField(grid, vector);
    int count = part.re().length;
    double[] field = new double[2 * count];
    for (int i = 0; i < count; i++) {
      field[i] = part.re()[i];
      field[count + i] = part.im()[i];
    }
    group.allreduce(field, Operator.SUM);
    double[] weights = grid.rowWeights();
    double sum = 0;
    for (int i = 0; i < field.length; i++) {
      sum += weights[i % grid.samples() / grid.size()] * field[i] * field[i];
    }
    return sum;
  }

  NearBlocks near() {
    return near;
  }

  ClosedPart closed() {
    return closed;
  }

  FunctionTree functions() {
    return functions;
  }

  /// The bytes of this rank's near elements.
  public long nearBytes() {
    return near.bytes();
  }

  /// The bytes of the patterns of this rank's functions, and of the fields of its boxes.
  public long patternBytes() {
    return patterns.bytes() + product.fieldBytes();
  }
}
