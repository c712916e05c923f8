// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// What a call of a collective operation costs besides its steps, in microseconds.
///
/// @param start the time until a rank begins with its first step
/// @param board the overhead of an operation over the board in shared memory; NaN if it is `o⁰(0)`
public record CallCosts(double start, double board) {
  /// None, if they were not measured.
  public static final CallCosts NONE = new CallCosts(0, Double.NaN);

  /// Both multiplied by `factor`.
  public CallCosts times(double factor) {
    return new CallCosts(start * factor, board * factor);
  }
}
