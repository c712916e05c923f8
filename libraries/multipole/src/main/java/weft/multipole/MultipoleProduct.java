// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import org.jspecify.annotations.Nullable;
import weft.World;
import weft.overlap.OverlapLoop;
import weft.overlap.StepRecords;
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

  private static final StepRecords NOTHING =
      new StepRecords() {
        @Override
        public int count(int target) {
          return 0;
        }

        @Override
        public boolean tryPush(int target, int index) {
          return true;
        }
      };

  private final World world;
  private final OverlapLoop loop;
  private final VectorChannel vectors;
  private @Nullable MultipolePlan plan;
  private @Nullable LeafKernel kernel;
  private TransferFunctions[] functions = {};
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
    this.plan = plan;
    this.kernel = kernel;
    functions = new TransferFunctions[plan.tree().levels() + 1];
    for (int level = Octree.TOP; level < functions.length; level++) {
      functions[level] = plan.functions(level);
    }
    vectors.bufferBytes(bytes());
    prepare(1);
  }

  private int bytes() {
    return Math.min(BUFFER, world.frameBytes()) & -8;
  }

  /// Makes the fields for a number of vectors.
  private PreparedProduct prepare(int count) {
    MultipolePlan plan = this.plan;
    LeafKernel kernel = this.kernel;
    if (plan == null || kernel == null) {
      throw new IllegalStateException(
          "rank "
              + world.rank()
              + " calls a product that has nothing to multiply; prepare it first");
    }
    PreparedProduct prepared = this.prepared;
    if (prepared != null) {
      prepared = null; // its fields need not be there beside the new ones
      this.prepared = null;
      loop.compute(0, it -> {}).send(vectors, NOTHING);
    }
    var schedule = new ProductSchedule(plan, functions, world.size(), bytes() - AROUND, count);
    prepared = new PreparedProduct(plan, kernel, schedule, vectors, count);
    this.prepared = prepared;
    loop.expect(schedule.expected())
        .compute(prepared.computations(), prepared::compute)
        .send(vectors, prepared);
    return prepared;
  }

  private PreparedProduct prepared() {
    PreparedProduct prepared = this.prepared;
    return prepared == null ? prepare(1) : prepared;
  }

  /// Multiplies. Collective.
  ///
  /// @param values real and imaginary part for each point of this rank, in the order of the tree
  /// @param results set to the results of each of these points
  /// @throws IllegalArgumentException if an array has another length
  public void multiply(double[] values, double[] results) {
    multiply(values, results, 1);
  }

  /// Multiplies several vectors at once, which takes less time than one by one: transfer functions
  /// and what is near are read once. It takes the fields of as many vectors, which are made again
  /// whenever the number changes. Collective.
  ///
  /// @param values those of the first vector, then those of the second one, …
  /// @param results likewise
  /// @param count the number of vectors, the same on every rank
  /// @throws IllegalArgumentException if an array has another length, or there is no vector
  public void multiply(double[] values, double[] results, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "a product of " + count + " vectors is not possible; give one or more");
    }
    PreparedProduct prepared = prepared();
    if (prepared.vectors() != count) {
      prepared = prepare(count);
    }
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
    return farField(grid, 0);
  }

  /// Likewise of one of several vectors that were multiplied at once.
  ///
  /// @param vector its number, from 0
  public GridField farField(SphereGrid grid, int vector) {
    return prepared().farField(grid, vector);
  }

  private void onVector(int source, long tag, VectorView vector) {
    prepared().arrived(tag, vector);
  }
}
