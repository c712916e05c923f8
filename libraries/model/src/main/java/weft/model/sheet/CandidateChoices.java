// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayList;
import java.util.List;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// The algorithms that a question may be answered with, each with the chunks that matter.
public final class CandidateChoices {
  private static final long[] CHUNKS = {16 << 10, 64 << 10, 256 << 10, 1 << 20};
  private static final int IN_USE = 8;

  private CandidateChoices() {}

  /// The candidates: every algorithm that supports the operation, and chunks of 16 KB to 1 MB if
  /// its steps depend on them.
  public static List<AlgorithmChoice> of(CollectiveQuestion question, long eager) {
    List<AlgorithmChoice> found = new ArrayList<>();
    for (Algorithms.Entry entry : Algorithms.of(question.collective())) {
      AlgorithmChoice before = null;
      for (long chunk : CHUNKS) {
        var choice = new AlgorithmChoice(entry, chunk, IN_USE, eager);
        if (entry.applies(choice.set(question.shape(new Shape(), 0)))
            && (before == null || differs(question, before, choice))) {
          found.add(choice);
          before = choice;
        }
      }
    }
    return found;
  }

  private static boolean differs(
      CollectiveQuestion question, AlgorithmChoice one, AlgorithmChoice other) {
    for (int rank : new int[] {0, question.ranks() - 1}) {
      Schedule first = write(question, one, rank);
      Schedule second = write(question, other, rank);
      if (first.length() != second.length()) {
        return true;
      }
      for (int step = 0; step < first.length(); step++) {
        if (first.bytes(step) != second.bytes(step)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Schedule write(CollectiveQuestion question, AlgorithmChoice choice, int rank) {
    var schedule = new Schedule();
    choice.entry().write(choice.set(question.shape(new Shape(), rank)), schedule);
    return schedule;
  }
}
