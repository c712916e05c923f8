// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import weft.Completion;
import weft.World;
import weft.bench.collective.Panel;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.schedule.Collective;

/// The patterns of Table 1, columns "B" (AP3000, sections 4.2 and 5.1), by collectives that use the
/// columns in place in the workspace. A ring is one operation. A tree has one operation for each
/// owner, and all are in flight together.
final class ChunkedPatterns {
  private final World world;
  private final Group group;
  private final Panel panel;
  private final Buffer source;
  private final Buffer workspace;
  private final Buffer result;

  /// Creates the patterns of one rank. Its columns come from `source`; reduced columns go to
  /// `result`; `workspace` has all columns.
  ChunkedPatterns(
      World world, Group group, Panel panel, Buffer source, Buffer workspace, Buffer result) {
    this.world = world;
    this.group = group;
    this.panel = panel;
    this.source = source;
    this.workspace = workspace;
    this.result = result;
  }

  /// The collective that implements `pattern` by `way`.
  static Collective collective(String pattern, String way) {
    return switch (pattern + "." + way) {
      case "spread.tree" -> Collective.BROADCAST;
      case "spread.ring" -> Collective.ALLGATHER;
      case "reduce.tree" -> Collective.REDUCE;
      case "reduce.ring" -> Collective.REDUCE_SCATTER;
      default -> throw new IllegalArgumentException("there is no " + pattern + " by " + way);
    };
  }

  /// The action for `pattern`, which is `spread` or `reduce`, by `tree` or `ring`.
  Runnable named(String pattern, String way) {
    var operations = new ArrayList<Operation>();
    boolean tree = way.equals("tree");
    for (int owner = 0; owner < (tree ? panel.ranks() : 1); owner++) {
      operations.add(
          switch (collective(pattern, way)) {
            case BROADCAST -> Operation.broadcast(owner, columns(owner));
            case ALLGATHER -> Operation.allgather(source.data(panel.shareLength()), byOwners());
            case REDUCE ->
                Operation.reduce(
                    owner,
                    columns(owner),
                    owner == world.rank() ? result.data(panel.shareLength()) : Data.none(),
                    Operator.SUM);
            default ->
                Operation.reduceScatter(byOwners(), result.data(panel.shareLength()), Operator.SUM);
          });
    }
    Runnable all = together(operations);
    // An allgather copies each rank's own block itself.
    return pattern.equals("spread") && !tree
        ? all
        : () -> {
          initialise();
          all.run();
        };
  }

  /// The columns of `owner` in the workspace.
  private Data columns(int owner) {
    return workspace.rows(panel.first(owner), panel.share(), panel.length(), panel.stride());
  }

  /// All columns in the workspace, each owner's together.
  private Data byOwners() {
    return workspace
        .rows(0, panel.columns(), panel.length(), panel.length())
        .blockCyclicRows(1, panel.ranks());
  }

  private Runnable together(List<Operation> operations) {
    if (operations.size() == 1) {
      Operation only = operations.get(0);
      return () -> group.run(only);
    }
    Operation[] all = operations.toArray(Operation[]::new);
    var done = new Completion[all.length];
    for (int i = 0; i < all.length; i++) {
      done[i] = world.completion();
    }
    return () -> {
      for (int i = 0; i < all.length; i++) {
        group.start(all[i], done[i]);
      }
      for (Completion one : done) {
        one.await();
      }
    };
  }

  /// Writes this rank's part of the workspace.
  private void initialise() {
    long bytes = 8L * panel.length();
    for (int i = 0; i < panel.share(); i++) {
      long to = 8L * (panel.first(world.rank()) + i * panel.stride());
      MemorySegment.copy(source.memory(), i * bytes, workspace.memory(), to, bytes);
    }
  }
}
