// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

import weft.World;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.Restored;
import weft.codec.Codecs;
import weft.mobile.MobileCounters;
import weft.mobile.MobileObjects;
import weft.mobile.MobilePointer;
import weft.mobile.MobileRsr0;
import weft.mobile.MobileType;
import weft.mobile.Self;
import weft.mobile.balance.Balance;

/// Counts a tree by pieces that are mobile objects.
///
/// A piece removes some nodes from its stack, pushes their children, and sends itself a message for
/// the rest. If few pieces are on this rank, it first moves the bottom half of its stack, which has
/// the largest subtrees, to a new piece. Ranks without pieces steal waiting ones.
final class TreeSearch {
  /// A piece with fewer nodes is not divided.
  private static final int LEAST = 4;

  /// With this many pieces on a rank, there are enough to steal.
  private static final int ENOUGH = 32;

  private final World world;
  private final MobileObjects objects;
  private final TreeShape shape;
  private final int nodes;
  private final TreeCounts counts = new TreeCounts();
  private final MobileType<TreeNodes> type;
  private final MobileRsr0<TreeNodes> work;
  private long made;
  private long ended;

  /// The record holds nodes, leaves, depth, and the number of pieces made.
  private final Checkpoints<long[]> checkpoints;

  /// Pieces that this rank had at the beginning, and pieces that an earlier run had made.
  private long restoredHere;

  private long madeBefore;

  /// Registers the type and the handler. Every rank calls it before [World#start].
  TreeSearch(World world, MobileObjects objects, TreeShape shape, int nodes) {
    this.world = world;
    this.objects = objects;
    this.shape = shape;
    this.nodes = nodes;
    type = objects.type("piece", TreeNodes.CODEC);
    work = type.rsr0("work", this::work);
    checkpoints = Checkpoints.of(world, Codecs.of(long[].class));
  }

  /// Enables stealing by ranks without work.
  void steal() {
    objects.stealWhenIdle(Balance.stealing());
  }

  /// Counts the whole tree. Collective.
  void run() {
    Restored<long[]> restored = checkpoints.restored();
    if (restored != null) {
      restoredHere = objects.count();
    }
    if (world.rank() == 0) {
      if (restored == null) {
        work.send(make(TreeNodes.root(shape)));
      } else {
        for (int rank = 0; rank < restored.ranks(); rank++) {
          long[] known = restored.record(rank);
          counts.add(known[0], known[1], known[2]);
          madeBefore += known[3];
        }
      }
    }
    checkpoints.quiesce(
        () -> new long[] {counts.nodes(), counts.leaves(), counts.depth(), pieces()});
  }

  /// The counts of this rank.
  TreeCounts counts() {
    return counts;
  }

  /// The number of pieces that this rank has created.
  long pieces() {
    return made + madeBefore;
  }

  private MobilePointer<TreeNodes> make(TreeNodes piece) {
    made++;
    return type.create(piece);
  }

  private void work(Self<TreeNodes> self, TreeNodes piece) {
    piece.expand(shape, nodes, counts);
    if (piece.count() >= LEAST && piecesHere() < ENOUGH) {
      work.send(make(piece.split()));
    }
    if (piece.count() > 0) {
      work.send(self.pointer());
    } else {
      ended++;
      self.destroy();
    }
  }

  private long piecesHere() {
    MobileCounters moved = objects.counters();
    return restoredHere + made - ended + moved.came() - moved.left();
  }
}
