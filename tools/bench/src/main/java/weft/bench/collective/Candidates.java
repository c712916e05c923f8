// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.bench.collective.rank.TimedCalls;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// The algorithms that can do a cell's collective, as cells that name them.
final class Candidates {
  private final Choices choices;

  /// Creates the candidates to compare with those of `choices`.
  Candidates(Choices choices) {
    this.choices = choices;
  }

  /// The choice of the table for `cell` and such data, with its chunks.
  Cell chosen(Cell cell, Layout layout) {
    Shape shape = shape(cell).layout(layout);
    String name = choices.choose(shape).name();
    return new Cell(cell.ranks(), cell.name(), cell.bytes(), name, shape.chunk(), shape.chunks());
  }

  /// All algorithms, with the chunks of the table.
  List<Cell> algorithms(Cell cell) {
    Cell chosen = chosen(cell, Layout.ANY);
    return all(cell, List.of(chosen.chunk()), List.of(chosen.chunks()));
  }

  /// All algorithms with all lengths and numbers of chunks. Of candidates with the same steps,
  /// because the data fits a chunk or is not divided, only the first remains.
  List<Cell> all(Cell cell, List<Long> lengths, List<Integer> numbers) {
    Map<String, Cell> different = new LinkedHashMap<>();
    for (Algorithms.Entry entry : Algorithms.of(TimedCalls.collective(cell.name()))) {
      if (!entry.applies(shape(cell))) {
        continue;
      }
      for (long length : lengths) {
        for (int number : numbers) {
          var candidate =
              new Cell(cell.ranks(), cell.name(), cell.bytes(), entry.name(), length, number);
          different.putIfAbsent(steps(candidate, entry), candidate);
        }
      }
    }
    return new ArrayList<>(different.values());
  }

  private static Shape shape(Cell cell) {
    var shape = new Shape();
    shape.set(TimedCalls.collective(cell.name()), cell.ranks(), 0, 0).amount(cell.bytes(), 8);
    return shape.memory(true, false, false);
  }

  /// The steps of the first two ranks as text, to find candidates with the same steps. The number
  /// of chunks matters only if there are more chunks.
  private String steps(Cell candidate, Algorithms.Entry entry) {
    var text = new StringBuilder(entry.name());
    var schedule = new Schedule();
    int stages = 0;
    for (int rank = 0; rank < Math.min(2, candidate.ranks()); rank++) {
      Shape shape = shape(candidate);
      shape.set(shape.collective(), candidate.ranks(), rank, 0).amount(candidate.bytes(), 8);
      shape.memory(true, false, false).pipeline(candidate.chunk(), candidate.chunks());
      shape.eager(choices.eager());
      entry.write(shape, schedule);
      for (int step = 0; step < schedule.length(); step++) {
        stages += schedule.kind(step) == Schedule.FRESH ? 1 : 0;
        text.append(' ').append(schedule.kind(step)).append(' ').append(schedule.bytes(step));
      }
    }
    return text.append(' ').append(Math.min(stages, candidate.chunks())).toString();
  }
}
