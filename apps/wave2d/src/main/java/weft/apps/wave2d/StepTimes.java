// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import weft.World;
import weft.collective.Data;
import weft.collective.Group;
import weft.collective.Operation;

/// The time that a rank spent in each part of a step, in at most 512 groups of steps.
final class StepTimes {
  /// The parts of a step, in order.
  enum Part {
    SENDING("sending edges"),
    INTERIOR("interior, and polls"),
    WAITING("waiting"),
    BORDER("border");

    private final String text;

    Part(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private static final int MOST_GROUPS = 512;
  private static final int PARTS = Part.values().length;

  private final int steps;
  private final int stepsOfGroup;
  private final long[] nanos;
  private long last;

  StepTimes(int steps) {
    this.steps = steps;
    stepsOfGroup = Math.max(1, Math.ceilDiv(steps, MOST_GROUPS));
    nanos = new long[Math.max(1, Math.ceilDiv(steps, stepsOfGroup)) * PARTS];
  }

  /// Starts to measure a step.
  void begin() {
    last = System.nanoTime();
  }

  /// Ends a part of a step, and begins the next one.
  void end(Part part, int step) {
    long now = System.nanoTime();
    nanos[step / stepsOfGroup * PARTS + part.ordinal()] += now - last;
    last = now;
  }

  /// The total time of one part.
  long sum(Part part) {
    long sum = 0;
    for (int i = part.ordinal(); i < nanos.length; i += PARTS) {
      sum += nanos[i];
    }
    return sum;
  }

  /// Gathers the times of all ranks at rank 0; empty on other ranks. Collective.
  OfRanks gather(World world, Group group) {
    boolean root = world.rank() == 0;
    long[] all = new long[root ? world.size() * nanos.length : 0];
    group.run(Operation.gather(0, Data.of(nanos), root ? Data.of(all) : Data.none()));
    return new OfRanks(steps, stepsOfGroup, nanos.length / PARTS, all);
  }

  /// The times of all ranks.
  ///
  /// @param groups the number of groups of steps
  /// @param nanos times by rank, group of steps, and part
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record OfRanks(int steps, int stepsOfGroup, int groups, long[] nanos) {
    double seconds(int rank, int group, Part part) {
      return nanos[(rank * groups + group) * PARTS + part.ordinal()] / 1e9;
    }

    double seconds(int rank, Part part) {
      double sum = 0;
      for (int group = 0; group < groups; group++) {
        sum += seconds(rank, group, part);
      }
      return sum;
    }

    /// The time that a rank computed: all parts except waiting.
    double computing(int rank, int group) {
      double sum = 0;
      for (Part part : Part.values()) {
        sum += part == Part.WAITING ? 0 : seconds(rank, group, part);
      }
      return sum;
    }
  }
}
