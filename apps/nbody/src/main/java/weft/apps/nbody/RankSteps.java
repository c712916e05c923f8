// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.ArrayList;
import java.util.List;
import weft.Frame;
import weft.RsrN;
import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.Parts;

/// Executes the steps on ranks. Each rank has the bodies of one stretch of the curve, and the part
/// of the tree over them.
///
/// - **Distributed**: the bodies, and the cells that belong to one rank. They are most of the data.
/// - **Replicated**: the cube around all bodies, the cuts, the boxes of the ranks, and the names of
///   the largest cells of each. Every rank computes the few cells above those itself.
/// - **Sent**: each rank sends every other rank the part of its own cells that the other can visit.
///   This is the locally essential tree of Warren and Salmon (Supercomputing '92).
final class RankSteps implements BodySteps {
  private final World world;
  private final Group group;
  private final double theta;
  private final Gravity gravity;
  private final RsrN essential;

  /// The trees received from each rank, and at this rank's index its own tree.
  private final BodyTree[] trees;

  private final BodyTree parcel = new BodyTree();
  private final BodyTree whole = new BodyTree();
  private int arrived;

  /// Registers the handler. Call it before `world.start()`.
  RankSteps(World world, Group group, double theta, Gravity gravity) {
    this.world = world;
    this.group = group;
    this.theta = theta;
    this.gravity = gravity;
    this.trees = new BodyTree[world.size()];
    for (int rank = 0; rank < trees.length; rank++) {
      trees[rank] = new BodyTree();
    }
    this.essential = world.rsrN("nbody.essential", this::receive);
  }

  @Override
  public Bodies step(Bodies mine, Gravity.Times times) {
    double[] extent = Cube.nothing();
    mine.extend(extent, 0, mine.count);
    group.allreduce(extent, Operator.MAX);
    Cube cube = Cube.around(extent);

    Bodies sorted = mine.sorted(cube);
    Cuts cuts = Cuts.find(group, sorted);
    Bodies dealt = world.size() == 1 ? sorted : deal(sorted, cuts, cube);

    List<SpaceCell> cells = cuts.cells(world.rank(), dealt);
    trees[world.rank()].clear(cube, theta);
    for (SpaceCell cell : cells) {
      int from = dealt.firstFrom(cell.first(), 0, dealt.count);
      int to = dealt.firstAfter(cell.last(), from, dealt.count);
      trees[world.rank()].grow(cell, dealt, from, to);
    }
    exchange(cube, dealt);
    whole.clear(cube, theta);
    Branch.join(branches(cells), whole);

    gravity.move(dealt, 0, dealt.count, whole, times);
    return dealt;
  }

  /// Sends bodies that have left this rank's stretch of the curve to their new ranks. In a step
  /// these are few, so only they are sent and sorted, and then merged into the bodies that stay.
  private Bodies deal(Bodies sorted, Cuts cuts, Cube cube) {
    int self = world.rank();
    int[] leave = new int[world.size()];
    int first = 0;
    int last = 0;
    for (int rank = 0, from = 0; rank < leave.length; rank++) {
      int to = sorted.firstAfter(cuts.last(rank), from, sorted.count);
      if (rank == self) {
        first = from;
        last = to;
      } else {
        leave[rank] = (to - from) * Bodies.WIDTH;
      }
      from = to;
    }
    int[] come = new int[world.size()];
    group.run(Operation.alltoall(Data.of(leave), Data.of(come)));

    double[] leaving = sorted.without(first, last);
    Parts parts = Parts.of(come);
    double[] coming = new double[(int) parts.total()];
    group.run(Operation.alltoall(Data.of(leaving), Parts.of(leave), Data.of(coming), parts));
    return sorted.merged(first, last, new Bodies(coming).sorted(cube));
  }

  /// Sends every other rank the part of this rank's cells that it can visit, and waits for the
  /// parts of the others. Ranks do not request it, and need not know the sizes: the handler
  /// receives it.
  private void exchange(Cube cube, Bodies mine) {
    double[] extent = Cube.nothing();
    mine.extend(extent, 0, mine.count);
    double[] extents = new double[extent.length * world.size()];
    group.run(Operation.allgather(Data.of(extent), Data.of(extents)));

    BodyTree own = trees[world.rank()];
    for (int i = 1; i < world.size(); i++) {
      int rank = (world.rank() + i) % world.size();
      var box = new Box(extents, rank);
      parcel.clear(cube, theta);
      for (int at = 0; at < own.length(); at += own.span(at)) {
        parcel.appendEssential(own, at, box);
      }
      essential.send(rank, parcel.nodes(), 0, parcel.length());
    }
    world.pollUntil(() -> arrived == world.size() - 1);
    arrived = 0;
  }

  private void receive(int source, Frame nodes) {
    trees[source].receive(nodes);
    arrived++;
  }

  /// The largest cells of all ranks, with the known part of their subtrees.
  private List<Branch> branches(List<SpaceCell> cells) {
    long[] mine = new long[2 * cells.size()];
    for (int i = 0; i < cells.size(); i++) {
      mine[2 * i] = cells.get(i).first();
      mine[2 * i + 1] = cells.get(i).level();
    }
    int[] counts = new int[world.size()];
    group.run(Operation.allgather(Data.of(new int[] {mine.length}), Data.of(counts)));
    Parts parts = Parts.of(counts);
    long[] all = new long[(int) parts.total()];
    group.run(Operation.allgather(Data.of(mine), Data.of(all), parts));

    List<Branch> branches = new ArrayList<>();
    for (int rank = 0, next = 0; rank < world.size(); rank++) {
      for (int at = 0; at < trees[rank].length(); at += trees[rank].span(at), next += 2) {
        var cell = new SpaceCell(all[next], (int) all[next + 1]);
        branches.add(new Branch(cell, trees[rank], at));
      }
    }
    return branches;
  }

  @Override
  public Bodies gather(Bodies mine) {
    int[] counts = new int[world.size()];
    group.run(Operation.allgather(Data.of(new int[] {mine.values.length}), Data.of(counts)));
    Parts parts = Parts.of(counts);
    double[] all = new double[world.rank() == 0 ? (int) parts.total() : 0];
    Data out = world.rank() == 0 ? Data.of(all) : Data.none();
    group.run(Operation.gather(0, Data.of(mine.values), out, parts));
    return new Bodies(all);
  }

  @Override
  public void sum(int[] counts) {
    group.run(Operation.reduce(0, Data.of(counts), Operator.SUM));
  }

  @Override
  public long most(long mine) {
    return group.allreduce(mine, Operator.MAX);
  }

  @Override
  public void close() {}
}
