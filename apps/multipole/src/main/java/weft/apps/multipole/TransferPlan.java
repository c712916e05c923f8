// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The part of one rank in a transfer step: the vectors that it sends and receives, and the
/// transfers that it computes.
///
/// Vectors are cut into pieces that fit a message. A transfer of a piece multiplies it by a
/// transfer function, direction by direction, and adds the product to the sum of a box.
final class TransferPlan {
  /// One transfer from box `source` to the sum of box `target`: the `floats` floats from `from` on.
  /// If `function` is empty, the vector itself is added.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Move(int target, int source, float[] function, int from, int floats) {}

  /// A part of the vector of a box.
  record Piece(int box, int from, int floats) {}

  /// The floats of the vector of each box, and the box's owner.
  final int[] floats;

  final int[] owner;

  /// The transfers between boxes of this rank.
  final List<Move> local = new ArrayList<>();

  /// The transfers of each arriving piece, by its tag.
  final Map<Long, List<Move>> remote = new HashMap<>();

  /// The pieces to send to each rank, in order.
  final List<List<Piece>> sends = new ArrayList<>();

  /// The number of pieces that each rank sends to this one.
  final int[] expected;

  private final int rank;
  private final int mostFloats;

  private TransferPlan(int boxes, int rank, int ranks, int mostBytes) {
    this.floats = new int[boxes];
    this.owner = new int[boxes];
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

  /// The plan of `rank` for all levels of a tree together.
  ///
  /// @param kappa the wave number
  /// @param mostBytes the greatest size of a piece
  static TransferPlan of(Octree tree, double kappa, int rank, int ranks, int mostBytes) {
    var plan = new TransferPlan(tree.boxes(), rank, ranks, mostBytes);
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      plan.level(tree, level, kappa);
    }
    return plan;
  }

  private void level(Octree tree, int level, double kappa) {
    double side = tree.side(level);
    var directions = new Directions(side, kappa);
    var functions = new HashMap<Integer, float[]>();
    int base = tree.number(level, 0);
    for (int i = 0; i < tree.boxes(level); i++) {
      floats[base + i] = directions.floats();
      owner[base + i] = tree.owner(level, i);
    }
    // Sorted, so that sender and receiver use the same order. A box is sent once to each rank that
    // needs it.
    var wanted = new TreeMap<Long, Boolean>();
    for (int index = 0; index < tree.boxes(level); index++) {
      int target = base + index;
      tree.far(
          level,
          index,
          (source, dx, dy, dz) -> {
            int from = base + source;
            if (owner[target] == rank) {
              float[] function =
                  functions.computeIfAbsent(
                      (dx + 8) << 8 | (dy + 8) << 4 | (dz + 8),
                      offset -> directions.transfer(kappa, -dx * side, -dy * side, -dz * side));
              moves(target, from, function);
            } else if (owner[from] == rank) {
              wanted.put((long) owner[target] << 32 | from, true);
            }
          });
    }
    for (long want : wanted.keySet()) {
      cut((int) want, piece -> sends.get((int) (want >>> 32)).add(piece));
    }
  }

  private interface Cut {
    void piece(Piece piece);
  }

  private void cut(int box, Cut cut) {
    for (int from = 0; from < floats[box]; from += mostFloats) {
      cut.piece(new Piece(box, from, Math.min(mostFloats, floats[box] - from)));
    }
  }

  private void moves(int target, int source, float[] function) {
    if (owner[source] == rank) {
      local.add(new Move(target, source, function, 0, floats[source]));
      return;
    }
    cut(
        source,
        piece -> {
          List<Move> moves =
              remote.computeIfAbsent(
                  tag(source, piece.from()),
                  tag -> {
                    expected[owner[source]]++;
                    return new ArrayList<>();
                  });
          moves.add(new Move(target, source, function, piece.from(), piece.floats()));
        });
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
        plan.floats[r * vectors + i] = 4 * (int) Math.max(1, lengths[i] / sum * bytes / 16);
        plan.owner[r * vectors + i] = r;
      }
    }
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < vectors && ranks > 1; i++) {
        int target = (r + 1 + i % (ranks - 1)) % ranks;
        int box = r * vectors + i;
        if (r == rank) {
          plan.cut(box, piece -> plan.sends.get(target).add(piece));
        } else if (target == rank) {
          plan.moves(rank * vectors + i, box, NOTHING);
        }
      }
    }
    for (int i = 0; i < local; i++) {
      int box = rank * vectors + i % vectors;
      plan.local.add(new Move(box, box, NOTHING, 0, plan.floats[box]));
    }
    return plan;
  }

  /// The transfer function of a synthetic plan, M = 1 (EasyMSG, section 1.3).
  static final float[] NOTHING = {};

  /// The bytes that this rank sends.
  long bytesSent() {
    return sends.stream().flatMap(List::stream).mapToLong(piece -> 4L * piece.floats()).sum();
  }

  long piecesSent() {
    return sends.stream().mapToLong(List::size).sum();
  }
}
