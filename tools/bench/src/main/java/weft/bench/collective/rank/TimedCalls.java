// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.bench.collective.Cell;
import weft.collective.Group;
import weft.collective.Operation;
import weft.collective.Operator;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;

/// The calls of a rank for the cells of the tables. The first call for each cell is checked.
public final class TimedCalls {
  private final World world;
  private final Group group;
  private final Choices choices;
  private final Buffer in;
  private final Buffer out;
  private final Set<Cell> checked = new HashSet<>();

  /// Creates calls of `group` with data in Java arrays or in the registered heap. If a cell names
  /// no algorithm, `choices` gives it.
  TimedCalls(World world, Group group, boolean registered, Choices choices) {
    this.world = world;
    this.group = group;
    this.choices = choices;
    this.in = new Buffer(world, registered);
    this.out = new Buffer(world, registered);
  }

  /// The call of `cell`.
  Runnable of(Cell cell) {
    group.using(choices(cell, choices));
    int count = Math.toIntExact(cell.bytes() / Double.BYTES);
    Operation operation = operation(cell.name(), count);
    if (checked.add(cell)) {
      var contents = new Contents(cell, world.rank(), Math.max(count, 1));
      contents.prepare(in, out);
      group.run(operation);
      contents.check(out);
    }
    return () -> group.run(operation);
  }

  /// An action that reads all data that this rank received, and rewrites its data to send for
  /// `cell`; null if there is no data.
  @Nullable Runnable renewal(Cell cell) {
    if (cell.bytes() == 0) {
      return null;
    }
    int count = Math.max(1, Math.toIntExact(cell.bytes() / Double.BYTES));
    return new Contents(cell, world.rank(), count).renewal(in, out);
  }

  /// The table of choices for `cell`: its own algorithm first, then `otherwise`.
  static Choices choices(Cell cell, Choices otherwise) {
    if (cell.isChosen()) {
      return otherwise;
    }
    Collective collective = collective(cell.name());
    var rule =
        new Choices.Rule(
            collective,
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Algorithms.get(collective, cell.algorithm()),
            cell.chunk() == 0 ? Choices.DEFAULT_CHUNK : cell.chunk(),
            cell.chunks() == 0 ? Choices.DEFAULT_CHUNKS : cell.chunks());
    return Choices.of(List.of(rule), otherwise.eager());
  }

  /// The collective with this name in the tables.
  public static Collective collective(String name) {
    return Collective.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private Operation operation(String name, int count) {
    int all = Math.max(count, 1) * world.size();
    in.room(all);
    out.room(all);
    return switch (name) {
      case "barrier" -> Operation.barrier();
      case "broadcast" -> Operation.broadcast(0, out.data(count));
      case "reduce" -> Operation.reduce(0, in.data(count), out.data(count), Operator.SUM);
      case "allreduce" -> Operation.allreduce(in.data(count), out.data(count), Operator.SUM);
      case "gather" -> Operation.gather(0, in.data(count), out.data(all));
      case "scatter" -> Operation.scatter(0, in.data(all), out.data(count));
      case "allgather" -> Operation.allgather(in.data(count), out.data(all));
      case "alltoall" -> Operation.alltoall(in.data(all), out.data(all));
      case "reduce-scatter" -> Operation.reduceScatter(in.data(all), out.data(count), Operator.SUM);
      case "scan" -> Operation.scan(in.data(count), out.data(count), Operator.SUM);
      case "exscan" -> Operation.exscan(in.data(count), out.data(count), Operator.SUM);
      default -> throw new IllegalArgumentException("there is no collective called " + name);
    };
  }
}
