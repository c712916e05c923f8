// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import weft.multipole.ProductRecord.Kind;

/// What one rank sends, receives and computes in each product of a plan.
///
/// The records for a rank are in an order in which each depends on earlier ones of all ranks alone:
/// values of leaves; level by level upward, parts of fields and whole fields; downward, fields that
/// boxes receive. So a record that waits for its field holds back no other that this field needs.
final class ProductSchedule {
  /// The transfers from a box: the boxes of this rank that list it, and the function of each.
  static final class Transfers {
    final List<Integer> boxes = new ArrayList<>();
    final List<TransferFunction> functions = new ArrayList<>();

    void add(int box, TransferFunction function) {
      boxes.add(box);
      functions.add(function);
    }
  }

  private static final Transfers NONE = new Transfers();

  private final MultipolePlan plan;
  private final Octree tree;
  private final int most;
  private final int vectors;

  /// For each target rank, in order.
  private final List<List<ProductRecord>> sends = new ArrayList<>();

  private final int[] expected;

  /// By the number of a target box of this rank, its transfers from boxes of this rank.
  private final Map<Integer, Transfers> local = new HashMap<>();

  /// By the number of a box of another rank, the transfers from it.
  private final Map<Integer, Transfers> remote = new HashMap<>();

  /// By the leaf of another rank, the leaves of this rank nearby.
  private final Map<Integer, List<Integer>> remoteNear = new HashMap<>();

  /// By the number of a box, how often its received field is added to before it is complete.
  private final int[] receives;

  /// By the number of a box, how often its radiated field is added to before it is complete.
  private final int[] radiates;

  /// For each level, the first box of this rank and the first beyond.
  private final int[] begin;

  private final int[] end;

  /// @param functions the transfer functions of all levels
  /// @param mostBytes the greatest size of a record
  /// @param vectors how many vectors are multiplied at once
  ProductSchedule(
      MultipolePlan plan, TransferFunctions[] functions, int ranks, int mostBytes, int vectors) {
    this.vectors = vectors;
    this.plan = plan;
    this.tree = plan.tree();
    this.most = mostBytes;
    expected = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      sends.add(new ArrayList<>());
    }
    receives = new int[tree.boxes()];
    radiates = new int[tree.boxes()];
    begin = new int[tree.levels() + 1];
    end = new int[tree.levels() + 1];
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      bound(level);
    }
    int leaves = tree.levels();
    for (int leaf = begin[leaves]; leaf < end[leaves]; leaf++) {
      radiates[tree.number(leaves, leaf)] = 1; // the leaf itself
    }
    values();
    for (int level = tree.levels(); level >= Octree.TOP; level--) {
      partials(level);
      fields(level, functions[level]);
    }
    for (int level = Octree.TOP; level < tree.levels(); level++) {
      received(level);
    }
  }

  private void bound(int level) {
    int boxes = tree.boxes(level);
    while (begin[level] < boxes && tree.firstLeaf(level, begin[level]) < plan.firstLeaf()) {
      begin[level]++;
    }
    end[level] = begin[level];
    while (end[level] < boxes && tree.firstLeaf(level, end[level]) < plan.endLeaf()) {
      end[level]++;
    }
  }

  private interface Piece {
    void at(int from, int count);
  }

  private void pieces(int numbers, int bytesEach, Piece piece) {
    int each = Math.max(1, most / bytesEach);
    for (int from = 0; from < numbers; from += each) {
      piece.at(from, Math.min(each, numbers - from));
    }
  }

  /// The pieces of a field: none has both real and imaginary parts.
  private int pieces(int level, Piece piece) {
    int half = vectors * plan.grids(level).floats() / 2;
    var count = new int[1];
    for (int part = 0; part < 2; part++) {
      int offset = part * half;
      pieces(
          half,
          Float.BYTES,
          (from, numbers) -> {
            count[0]++;
            piece.at(offset + from, numbers);
          });
    }
    return count[0];
  }

  private int pieceCount(int level) {
    return pieces(level, (from, count) -> {});
  }

  private void send(int target, Kind kind, int level, int box) {
    pieces(
        level, (from, count) -> sends.get(target).add(new ProductRecord(kind, box, from, count)));
  }

  private void values() {
    int leaves = tree.levels();
    for (int leaf = begin[leaves]; leaf < end[leaves]; leaf++) {
      int own = leaf;
      var targets = new TreeSet<Integer>();
      tree.near(
          leaf,
          source -> {
            int owner = plan.owner(leaves, source);
            if (owner != plan.rank()) {
              targets.add(owner);
              if (!remoteNear.containsKey(source)) {
                expected[owner] += valuePieces(source, (from, count) -> {});
              }
              remoteNear.computeIfAbsent(source, it -> new ArrayList<>()).add(own);
            }
          });
      for (int target : targets) {
        valuePieces(
            leaf,
            (from, count) ->
                sends.get(target).add(new ProductRecord(Kind.VALUES, own, from, count)));
      }
    }
  }

  private int valuePieces(int leaf, Piece piece) {
    var found = new int[1];
    pieces(
        valueCount(leaf),
        Double.BYTES,
        (from, count) -> {
          found[0]++;
          piece.at(from, count);
        });
    return found[0];
  }

  private void partials(int level) {
    if (level == tree.levels()) {
      return;
    }
    int low = level + 1;
    for (int child = begin[low]; child < end[low]; child++) {
      int parent = tree.parent(low, child);
      int box = tree.number(level, parent);
      int owner = plan.owner(level, parent);
      if (radiates[box]++ == 0 && owner != plan.rank()) {
        send(owner, Kind.PARTIAL, level, box);
      }
    }
    for (int index = begin[level]; index < end[level]; index++) {
      for (int rank : childRanks(level, index)) {
        int pieces = pieceCount(level);
        expected[rank] += pieces;
        radiates[tree.number(level, index)] += pieces;
      }
    }
  }

  /// The other ranks that have children of a box.
  private SortedSet<Integer> childRanks(int level, int index) {
    var ranks = new TreeSet<Integer>();
    for (int child = tree.firstChild(level, index);
        child < tree.firstChild(level, index + 1);
        child++) {
      ranks.add(plan.owner(level + 1, child));
    }
    ranks.remove(plan.rank());
    return ranks;
  }

  private void fields(int level, TransferFunctions functions) {
    int pieces = pieceCount(level);
    for (int index = begin[level]; index < end[level]; index++) {
      int box = tree.number(level, index);
      var targets = new TreeSet<Integer>();
      // One for the computation that adds what is local, one for the parent.
      receives[box] = level > Octree.TOP ? 2 : 1;
      tree.far(
          level,
          index,
          (source, dx, dy, dz) -> {
            receives[box]++;
            int other = tree.number(level, source);
            int owner = plan.owner(level, source);
            TransferFunction function = functions.at(dx, dy, dz);
            if (owner == plan.rank()) {
              local.computeIfAbsent(box, it -> new Transfers()).add(other, function);
              return;
            }
            targets.add(owner);
            Transfers transfers = remote.get(other);
            if (transfers == null) {
              expected[owner] += pieces;
              transfers = new Transfers();
              remote.put(other, transfers);
            }
            transfers.add(box, function);
          });
      targets.forEach(target -> send(target, Kind.FIELD, level, box));
    }
  }

  private void received(int level) {
    for (int index = begin[level]; index < end[level]; index++) {
      int box = tree.number(level, index);
      childRanks(level, index).forEach(rank -> send(rank, Kind.RECEIVED, level, box));
    }
    int low = level + 1;
    int known = -1;
    for (int child = begin[low]; child < end[low]; child++) {
      int parent = tree.parent(low, child);
      int owner = plan.owner(level, parent);
      if (owner != plan.rank() && parent != known) {
        expected[owner] += pieceCount(level);
        known = parent;
      }
    }
  }

  // What is there.

  List<List<ProductRecord>> sends() {
    return sends;
  }

  int[] expected() {
    return expected.clone();
  }

  int begin(int level) {
    return begin[level];
  }

  int end(int level) {
    return end[level];
  }

  int[] receives() {
    return receives.clone();
  }

  int[] radiates() {
    return radiates.clone();
  }

  /// The numbers of a leaf's values, of all vectors.
  int valueCount(int leaf) {
    return vectors * 2 * (tree.begin(leaf + 1) - tree.begin(leaf));
  }

  Transfers local(int box) {
    return local.getOrDefault(box, NONE);
  }

  Transfers remote(int box) {
    return remote.getOrDefault(box, NONE);
  }

  List<Integer> remoteNear(int leaf) {
    return remoteNear.getOrDefault(leaf, List.of());
  }

  /// The bytes that this rank sends.
  long bytes() {
    return sends.stream()
        .flatMap(List::stream)
        .mapToLong(it -> (long) it.count() * (it.kind() == Kind.VALUES ? 8 : 4))
        .sum();
  }
}
