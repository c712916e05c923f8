// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import weft.collective.schedule.Choices;
import weft.model.measured.PlatformFit;
import weft.model.measured.Subject;

/// What is measured to find the parameters of a machine.
final class Plan {
  private static final List<Long> SIZES =
      List.of(
          64L,
          512L,
          2048L,
          4096L,
          8L << 10,
          16L << 10,
          32L << 10,
          64L << 10,
          128L << 10,
          256L << 10,
          512L << 10,
          1L << 20,
          4L << 20);
  private static final List<Long> FEW =
      List.of(64L, 1024L, 4096L, 16L << 10, 64L << 10, 256L << 10, 1L << 20, 4L << 20);
  private static final List<Long> FAR =
      List.of(64L, 1024L, 4096L, 16L << 10, 64L << 10, 256L << 10, 1L << 20);
  private static final List<Long> TRAINS = List.of(64L, 1024L, 16L << 10, 64L << 10);
  private static final String FLAT = "flat";
  private static final long PRODUCT_BYTES = 8L * 256 * 256;
  private static final long STENCIL_BYTES = 2L << 20;

  private Plan() {}

  /// What two ranks of one host measure.
  static List<Subject> pair(boolean isQuick) {
    Set<Subject> all = new LinkedHashSet<>(barriers());
    all.add(Subject.of("allgather", Subject.TABLE, false, Double.BYTES));
    all.add(Subject.of(Subject.PRODUCT, Subject.PLAIN, false, PRODUCT_BYTES));
    all.add(Subject.of(Subject.STENCIL, Subject.PLAIN, false, STENCIL_BYTES));
    for (long bytes : isQuick ? FEW : SIZES) {
      all.add(Subject.of("broadcast", FLAT, false, bytes));
      all.add(Subject.of("reduce", FLAT, true, bytes));
      all.add(PlatformFit.puts(bytes, true));
      all.add(PlatformFit.puts(bytes, false));
      all.add(Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes));
      if (bytes > Choices.builtIn().eager()) {
        all.add(Subject.of("broadcast", FLAT, true, bytes));
      }
    }
    all.add(Subject.of(Subject.MESSAGE, Subject.PLAIN, false, Double.BYTES));
    all.addAll(together(2, isQuick));
    all.addAll(trains());
    return List.copyOf(all);
  }

  private static List<Subject> barriers() {
    return List.of(
        Subject.of("barrier", "exchange", false, 0), Subject.of("barrier", "central", false, 0));
  }

  private static List<Subject> trains() {
    List<Subject> all = new ArrayList<>();
    for (long bytes : TRAINS) {
      all.add(Subject.of(Subject.TRAIN, Subject.PLAIN, false, bytes));
      all.add(Subject.of(Subject.SENDING, Subject.PLAIN, false, bytes));
    }
    return all;
  }

  /// What so many ranks of one host measure when all move data at once.
  static List<Subject> together(int ranks, boolean isQuick) {
    List<Subject> all = new ArrayList<>();
    for (long bytes : isQuick ? FEW : SIZES) {
      boolean isPlaced = bytes > Choices.builtIn().eager();
      all.add(Subject.of("allgather", FLAT, isPlaced, bytes).on(ranks, 1));
      all.add(Subject.of(Subject.RING, Subject.PLAIN, false, bytes).on(ranks, 1));
      all.add(Subject.of(Subject.COPY, Subject.PLAIN, false, bytes).on(ranks, 1));
    }
    if (ranks > 2) {
      all.add(PlatformFit.fold(ranks));
    }
    return all;
  }

  /// What two ranks on two hosts measure.
  static List<Subject> hosts() {
    Set<Subject> all = new LinkedHashSet<>(barriers());
    all.add(Subject.of(Subject.MESSAGE, Subject.PLAIN, false, Double.BYTES));
    for (long bytes : FAR) {
      all.add(Subject.of("broadcast", FLAT, false, bytes));
      all.add(Subject.of(Subject.MESSAGE, Subject.PLAIN, false, bytes));
    }
    all.addAll(trains());
    return all.stream().map(subject -> subject.on(2, 2)).toList();
  }
}
