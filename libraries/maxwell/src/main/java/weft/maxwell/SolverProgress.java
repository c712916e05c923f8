// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// Hears on each rank how far the computation is.
@FunctionalInterface
public interface SolverProgress {
  /// Does nothing.
  SolverProgress NONE = (what, done, of) -> {};

  /// Steps `done` of `of` are done.
  ///
  /// @param what the phase: "matrix" or "factors", which for [MultipoleSolver] are the near
  ///   elements and the approximate inverse
  void at(String what, long done, long of);

  /// A source, counted from 1, has this residual after some steps of [MultipoleSolver].
  default void step(int source, int steps, double residual) {}
}
