// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.ArrayList;
import java.util.List;
import weft.maxwell.internal.FunctionTree;

/// The solutions of a rank so far: those of an earlier run, and those of this one.
final class KnownSolutions {
  private final SolverStates states;
  private final int first;
  private final int size;

  /// Those of an earlier run; each is taken when its source begins.
  private final List<double[]> restored = new ArrayList<>();

  private final List<Integer> restoredSteps = new ArrayList<>();
  private final List<double[]> solutions = new ArrayList<>();
  private final List<Integer> steps = new ArrayList<>();

  KnownSolutions(FunctionTree functions, SolverStates states) {
    this.states = states;
    first = functions.plan().firstPoint();
    size = functions.own();
    for (SolverState state : states.restored()) {
      for (int i = 0; i < state.solutions().size(); i++) {
        if (i == restored.size()) {
          restored.add(new double[2 * size]);
          restoredSteps.add(state.steps().get(i));
        }
        copy(state.first(), state.solutions().get(i), restored.get(i));
      }
    }
  }

  /// Copies the values of this rank's functions.
  private void copy(int from, double[] values, double[] to) {
    int begin = Math.max(first, from);
    int end = Math.min(first + size, from + values.length / 2);
    if (begin < end) {
      System.arraycopy(values, 2 * (begin - from), to, 2 * (begin - first), 2 * (end - begin));
    }
  }

  /// The next sources begin.
  ///
  /// @param x their solutions, which change until the next ones begin: set to what an earlier run
  ///   had, else left
  void begin(double[][] x) {
    for (double[] each : x) {
      int source = solutions.size();
      if (isRestored(source)) {
        System.arraycopy(restored.get(source), 0, each, 0, each.length);
      }
      solutions.add(states.isOn() ? each : new double[0]);
      steps.add(stepsBefore(source));
    }
  }

  boolean isRestored(int source) {
    return source < restored.size();
  }

  /// The steps of a source in an earlier run.
  int stepsBefore(int source) {
    return isRestored(source) ? restoredSteps.get(source) : 0;
  }

  /// The sources that began last have taken a step more.
  ///
  /// @param count how many they are
  /// @param done their steps in this run
  void stepped(int count, int done) {
    for (int source = steps.size() - count; source < steps.size(); source++) {
      steps.set(source, stepsBefore(source) + done);
    }
    // An earlier run may have begun more sources.
    states.saveIfDue(() -> {
      List<double[]> all = new ArrayList<>(solutions);
      List<Integer> counts = new ArrayList<>(steps);
      for (int source = all.size(); source < restored.size(); source++) {
        all.add(restored.get(source));
        counts.add(restoredSteps.get(source));
      }
      return new SolverState(first, all, counts);
    });
  }
}
