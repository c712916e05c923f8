// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// How many ranks of a job this machine has, and how many processors they may use together.
///
/// @param ranks the ranks, at least one
/// @param processors the processors, at least one
public record Occupancy(int ranks, int processors) {
  /// Whether the ranks outnumber the processors, so that one that spins keeps others from working.
  public boolean isCrowded() {
    return ranks > processors;
  }
}
