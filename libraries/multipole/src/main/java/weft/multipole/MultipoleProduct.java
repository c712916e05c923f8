// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import org.jspecify.annotations.Nullable;
import weft.World;
import weft.overlap.OverlapLoop;
import weft.overlap.VectorChannel;
import weft.overlap.VectorView;

/// The product of a matrix of waves and a vector, on all ranks together: each product is one step
/// of an overlap loop. Records are values of leaves, for others nearby, and fields of boxes; each
/// is sent once to each rank that needs it. Local computations are the leaves that radiate,
/// transfers between boxes of this rank, and what is near.
///
/// ```java
/// var product = MultipoleProduct.of(world);            // before start
/// world.start();
/// var tree = Octree.of(points, MultipolePlan.levels(points, k, truncation, PointKernel.COSTS));
/// var plan = MultipolePlan.of(tree, k, truncation, PointKernel.COSTS, world.rank(), world.size());
/// product.prepare(plan, new PointKernel(plan, points));
/// product.multiply(values, results);
/// ```
///
/// Sums depend, in their last digits, on the order in which records arrive.
///
/// Source: P. Havé, "EasyMSG", 2002, sections 1 and 5.
public final class MultipoleProduct {
  static final int BUFFER = 16384;

  /// What a record takes besides its vector.
  private static final int AROUND = 64;

  private final World world;
  private final OverlapLoop loop;
  private final VectorChannel vectors;
  private @Nullable PreparedProduct prepared;

  private MultipoleProduct(World world) {
    this.world = world;
    loop = OverlapLoop.of(world);
    vectors = loop.vectors("multipole.vectors", this::onVector);
  }

  /// Creates a product, which has a channel of its own. Collective, before [World#start]; one for
  /// each rank.
  public static MultipoleProduct of(World world) {
    return new MultipoleProduct(world);
  }

  /// The loop, to tune it.
  public OverlapLoop loop() {
    return loop;
  }

  /// Sets what to multiply, any number of times. Every rank does it between the same two products,
  /// with its plan of the same tree.
  ///
  /// @throws IllegalArgumentException if the plan is another rank's, or the kernel has other
  ///   components than the plan
  public void prepare(MultipolePlan plan, LeafKernel kernel) {
    if (plan.rank() != world.rank()) {
      throw new IllegalArgumentException(
          "rank " + world.rank() + " prepares a product with the plan of rank " + plan.rank());
    }
    if (plan.costs().components() != kernel.components()) {
      throw new IllegalArgumentException(
          "the kernel has "
              + kernel.components()
              + " components, but the plan was made for "
              + plan.costs().components());
    }
    int bytes = Math.min(BUFFER, world.frameBytes()) & -8;
    vectors.bufferBytes(bytes);
    var schedule = new ProductSchedule(plan, world.size(), bytes - AROUND);
    PreparedProduct prepared = new PreparedProduct(plan, kernel, schedule, vectors);
    this.prepared = prepared;
    loop.expect(schedule.expected())
        .compute(prepared.computations(), prepared::compute)
        .send(vectors, prepared);
  }

  private PreparedProduct prepared() {
    PreparedProduct prepared = this.prepared;
    if (prepared == null) {
      throw new IllegalStateException(
          "rank "
              + world.rank()
              + " calls a product that has nothing to multiply; prepare it first");
    }
    return prepared;
  }

  /// Multiplies. Collective.
  ///
  /// @param values real and imaginary part for each point of this rank, in the order of the tree
  /// @param results set to the results of each of these points
  /// @throws IllegalArgumentException if an array has another length
  public void multiply(double[] values, double[] results) {
    PreparedProduct prepared = prepared();
    check("values", values, prepared.values());
    check("results", results, prepared.results());
    prepared.begin(values);
    loop.run();
    prepared.copyResults(results);
  }

  private void check(String what, double[] array, double[] own) {
    if (array.length != own.length) {
      throw new IllegalArgumentException(
          "rank %d gives %d numbers as %s, and the plan has %d"
              .formatted(world.rank(), array.length, what, own.length));
    }
  }

  /// The bytes that this rank sends in a product.
  public long bytesSent() {
    return prepared().bytesSent();
  }

  /// The bytes of the fields that this rank keeps for its boxes.
  public long fieldBytes() {
    return prepared().fieldBytes();
  }

  /// This rank's part of what the values of the last product radiate far away: sums of the values
  /// times e^{−ik s·(y − C)}, where C is the centre of the tree's cube. The field is the sum of all
  /// ranks' parts. Local.
  public GridField farField(SphereGrid grid) {
    return prepared().farField(grid);
  }

  private void onVector(int source, long tag, VectorView vector) {
    prepared().arrived(tag, vector);
  }
}
