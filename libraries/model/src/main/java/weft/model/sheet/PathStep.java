// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

/// A step of the critical path: what determines when an operation is done.
///
/// @param rank the rank
/// @param step the number of the step in its schedule
/// @param begin when the rank began with it, or its wait for another rank ended, in µs
/// @param end when it ended
/// @param what it in the notation of τ-Lop, such as `o¹(0)` or `3‖L⁰(131072)`
public record PathStep(int rank, int step, double begin, double end, String what) {
  /// Its time in µs.
  public double time() {
    return end - begin;
  }
}
