// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.util.ArrayList;
import java.util.List;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;
import weft.model.Mapping;
import weft.model.measured.Subject;
import weft.model.sheet.AlgorithmChoice;
import weft.model.sheet.CandidateChoices;
import weft.model.sheet.CollectiveQuestion;

/// What a calibration does not measure.
final class HeldOut {
  private static final List<Long> MESSAGES =
      List.of(
          24L, 256L, 1536L, 3072L, 6144L, 24L << 10, 96L << 10, 384L << 10, 768L << 10, 2L << 20);
  static final List<Long> DATA = List.of(384L, 3072L, 24L << 10, 192L << 10, 768L << 10);
  private static final int RANKS = 2;
  private static final List<Long> FAR_MESSAGES =
      List.of(24L, 384L, 3072L, 6144L, 24L << 10, 96L << 10, 384L << 10, 768L << 10);
  private static final List<Long> FAR_DATA = List.of(384L, 6144L, 24L << 10, 192L << 10);

  private HeldOut() {}

  /// Messages between the sizes that a calibration measures.
  static List<Subject> messages() {
    List<Subject> all = new ArrayList<>();
    for (long bytes : MESSAGES) {
      all.add(Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes));
    }
    return all;
  }

  /// Messages between hosts, of other sizes than a calibration measures.
  static List<Subject> farMessages() {
    return FAR_MESSAGES.stream()
        .map(bytes -> Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes))
        .toList();
  }

  /// All collective operations of two ranks by all algorithms, in both kinds of memory.
  static List<Subject> collectives() {
    List<Subject> all = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      for (long bytes : collective == Collective.BARRIER ? List.of(0L) : DATA) {
        for (boolean isRegistered : new boolean[] {false, true}) {
          if (collective != Collective.BARRIER || !isRegistered) {
            all.addAll(subjects(collective, bytes, isRegistered, RANKS, 1));
          }
        }
      }
    }
    return all;
  }

  /// All collective operations between hosts by all algorithms, in arrays.
  static List<Subject> collectives(int ranks, int hosts) {
    List<Subject> all = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      for (long bytes : collective == Collective.BARRIER ? List.of(0L) : FAR_DATA) {
        all.addAll(subjects(collective, bytes, false, ranks, hosts));
      }
    }
    return all;
  }

  private static List<Subject> subjects(
      Collective collective, long bytes, boolean isRegistered, int ranks, int hosts) {
    var question =
        new CollectiveQuestion(
            collective, bytes, Mapping.blocks(ranks, hosts), 0, isRegistered, "sum");
    Choices table = hosts == 1 ? Choices.builtIn() : Choices.apart();
    List<Subject> all = new ArrayList<>();
    for (AlgorithmChoice choice : CandidateChoices.of(question, table.eager())) {
      all.add(
          new Subject(
              Subject.word(collective),
              choice.entry().name(),
              choice.chunk(),
              isRegistered,
              bytes,
              ranks,
              hosts));
    }
    return all;
  }
}
