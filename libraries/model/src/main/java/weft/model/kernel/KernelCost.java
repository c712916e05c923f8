// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import weft.model.TauLopCost;

/// What a program costs: its communication, and the computation of its slowest rank.
///
/// @param communication the cost of communication, as terms
/// @param computation the time of computing in microseconds
public record KernelCost(TauLopCost communication, double computation) {
  /// The time of both, one after the other, in microseconds.
  public double time() {
    return communication.time() + computation;
  }
}
