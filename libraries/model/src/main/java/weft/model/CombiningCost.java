// SPDX-License-Identifier: Apache-2.0
package weft.model;

/// The cost `g(m)` of combining data. It does not interact with messages, nor with what other ranks
/// compute.
///
/// @param operation the operation, such as "sum"
/// @param node the host, −1 if unknown
/// @param rank the rank
/// @param bytes the bytes that it combines with others
public record CombiningCost(String operation, int node, int rank, long bytes) implements Activity {
  @Override
  public double time(Platform platform, long bytes, double count) {
    return platform.combine(operation, bytes) * count;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public String text(long bytes, int count) {
    return (count == 1 ? "" : count + "‖") + "g(" + bytes + ")";
  }

  @Override
  public String toString() {
    return text(bytes, 1);
  }
}
