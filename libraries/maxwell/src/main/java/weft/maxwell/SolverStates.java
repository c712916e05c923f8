// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.List;
import java.util.function.Supplier;

/// Saves what a [MultipoleSolver] has found so far, and has what an earlier run has saved.
public interface SolverStates {
  /// Saves nothing.
  SolverStates NONE =
      new SolverStates() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public List<SolverState> restored() {
          return List.of();
        }

        @Override
        public void saveIfDue(Supplier<SolverState> state) {
          // Nothing is saved.
        }
      };

  /// Whether anything is saved. If not, solutions need not be kept.
  boolean isOn();

  /// What each rank of an earlier run has saved, the same on every rank; empty if there was none.
  List<SolverState> restored();

  /// Saves a state, if it is time. Every rank calls it after each step.
  ///
  /// @param state makes that of this rank; it neither sends nor waits
  void saveIfDue(Supplier<SolverState> state);
}
