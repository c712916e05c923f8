// SPDX-License-Identifier: Apache-2.0
package weft.model.guideline;

import weft.collective.schedule.Collective;

/// A choice of algorithms that breaks a guideline.
///
/// @param guideline the guideline, such as "allreduce ≤ reduce + broadcast"
/// @param collective the operation on its left side
/// @param ranks the number of ranks
/// @param bytes the bytes
/// @param time the predicted time of the left side, in microseconds
/// @param limit that of the right side
/// @param algorithms what the table chooses on both sides
public record Breach(
    String guideline,
    Collective collective,
    int ranks,
    long bytes,
    double time,
    double limit,
    String algorithms) {
  /// By how much the time exceeds the limit: 2 means twice.
  public double ratio() {
    return time / limit;
  }
}
