// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import weft.multipole.GridWay;
import weft.multipole.MultipolePlan;
import weft.multipole.Octree;
import weft.multipole.TransferFunction;
import weft.multipole.TransferFunctions;

/// The part of one rank in a transfer step: the vectors that it sends and receives, and the
/// transfers that it computes.
///
/// A vector is the field of a box on its small grid. It is sent in pieces that fit a message, and
/// widened to the full grid where it has arrived. A transfer multiplies it by a transfer function,
/// direction by direction, and adds the product to the sum of a box.
final class TransferPlan {
  /// The components of fields.
  static final int COMPONENTS = 2;

  /// One transfer from box `source` to the sum of box `target`. Without a function, the vector
  /// itself is added: M = 1 (EasyMSG, section 1.3).
  record Move(int target, int source, @Nullable TransferFunction function) {}

  /// A part of the vector of a box; its imaginary parts follow its real parts.
  record Piece(int box, int from, int floats) {}

  /// The complex numbers of the vector of each box, and of its sum.
  final int[] numbers;

  final int[] sums;
  final int[] owner;

  /// How the vector of each box is widened; null if it stays as it is.
  final @Nullable GridWay[] ways;

  /// The transfers between boxes of this rank.
  final List<Move> local = new ArrayList<>();

  /// The transfers of each vector that arrives, by its box.
  final Map<Integer, List<Move>> remote = new HashMap<>();

  /// The pieces to send to each rank, in order.
  final List<List<Piece>> sends = new ArrayList<>();

  /// The number of pieces that each rank sends to this one.
  final int[] expected;

  private final int rank;
  private final int mostFloats;

  private TransferPlan(int boxes, int rank, int ranks, int mostBytes) {
    this.numbers = new int[boxes];
    this.sums = new int[boxes];
    this.owner = new int[boxes];
    this.ways = new GridWay[boxes];
    this.expected = new int[ranks];
    this.rank = rank;
    this.mostFloats = mostBytes / 4 & ~3;
    for (int i = 0; i < ranks; i++) {
      sends.add(new ArrayList<>());
    }
  }

  /// The tag of a piece.
  static long tag(int box, int from) {
    return (long) box << 32 | from;
  }

  /// The transfers of all levels of a plan together.
  ///
  /// @param mostBytes the greatest size of a piece
  static TransferPlan of(MultipolePlan plan, int ranks, int mostBytes) {
    Octree tree = plan.tree();
    var transfers = new TransferPlan(tree.boxes(), plan.rank(), ranks, mostBytes);
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      transfers.level(plan, level);
    }
    return transfers;
  }

  private void level(MultipolePlan plan, int level) {
    Octree tree = plan.tree();
    TransferFunctions functions = plan.functions(level);
    var way = new GridWay(plan.smallGrid(level), plan.fullGrid(level), COMPONENTS);
    for (int index = 0; index < tree.boxes(level); index++) {
      int box = tree.number(level, index);
      numbers[box] = COMPONENTS * plan.smallGrid(level).samples();
      sums[box] = COMPONENTS * plan.fullGrid(level).samples();
      owner[box] = plan.owner(level, index);
      ways[box] = way;
    }
    for (int index = 0; index < tree.boxes(level); index++) {
      int box = tree.number(level, index);
      if (owner[box] != rank) {
        continue;
      }
      // Far is mutual: ranks whose boxes this one lists want its vector, once each.
      var targets = new TreeSet<Integer>();
      tree.far(
          level,
          index,
          (source, dx, dy, dz) -> {
            int other = tree.number(level, source);
            move(box, other, functions.at(dx, dy, dz));
            if (owner[other] != rank) {
              targets.add(owner[other]);
            }
          });
      targets.forEach(target -> cut(box, sends.get(target)));
    }
  }

  /// Cuts a vector into pieces of which none has both real and imaginary parts.
  private void cut(int box, List<Piece> pieces) {
    int half = numbers[box];
    for (int part = 0; part < 2; part++) {
      for (int from = 0; from < half; from += mostFloats) {
        pieces.add(new Piece(box, part * half + from, Math.min(mostFloats, half - from)));
      }
    }
  }

  private void move(int target, int source, @Nullable TransferFunction function) {
    if (owner[source] == rank) {
      local.add(new Move(target, source, function));
      return;
    }
    List<Move> moves = remote.get(source);
    if (moves == null) {
      moves = new ArrayList<>();
      remote.put(source, moves);
      var pieces = new ArrayList<Piece>();
      cut(source, pieces);
      expected[owner[source]] += pieces.size();
    }
    moves.add(new Move(target, source, function));
  }

  /// A plan of the paper's sizes, without a mesh. Each rank sends `vectors` vectors with `bytes`
  /// bytes in total to the other ranks in turn, and computes `local` transfers of its own.
  ///
  /// The sizes are those of levels of a surface. Each level has a quarter of the boxes of the level
  /// below, and vectors of four times the length.
  static TransferPlan synthetic(
      int vectors, long bytes, int local, int rank, int ranks, int mostBytes) {
    var plan = new TransferPlan(ranks * vectors, rank, ranks, mostBytes);
    var lengths = new double[vectors];
    double sum = 0;
    for (int i = 0; i < vectors; i++) {
      int above = i % 16 == 15 ? (i % 64 == 63 ? 2 : 1) : 0;
      lengths[i] = Math.pow(4, above);
      sum += lengths[i];
    }
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < vectors; i++) {
        int box = r * vectors + i;
        plan.numbers[box] = 2 * (int) Math.max(1, lengths[i] / sum * bytes / 16);
        plan.sums[box] = plan.numbers[box];
        plan.owner[box] = r;
      }
    }
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < vectors && ranks > 1; i++) {
        int target = (r + 1 + i % (ranks - 1)) % ranks;
        int box = r * vectors + i;
        if (r == rank) {
          plan.cut(box, plan.sends.get(target));
        } else if (target == rank) {
          plan.move(rank * vectors + i, box, null);
        }
      }
    }
    for (int i = 0; i < local; i++) {
      int box = rank * vectors + i % vectors;
      plan.local.add(new Move(box, box, null));
    }
    return plan;
  }

  /// The bytes that this rank sends.
  long bytesSent() {
    return sends.stream().flatMap(List::stream).mapToLong(piece -> 4L * piece.floats()).sum();
  }

  /// The vectors that this rank sends.
  long vectorsSent() {
    return sends.stream().flatMap(List::stream).filter(piece -> piece.from() == 0).count();
  }
}
