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

  /// After some steps of [MultipoleSolver] for some sources, this is the greatest residual of those
  /// that are not solved yet.
  ///
  /// @param done the sources that are solved, and the part of the others, by their residuals
  /// @param of all sources
  default void step(double done, int of, int steps, double residual) {}
}
