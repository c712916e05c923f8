// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

/// `2o + L + (m − 1)·G`.
///
/// Source: Alexandrov, Ionescu, Schauser and Scheiman, "LogGP", SPAA 1995.
///
/// @param latency L
/// @param overhead o, the time that a processor is busy with a message, at either end
/// @param gap g, the least time between two messages
/// @param perByte G, the time of each byte after the first
public record LogGp(double latency, double overhead, double gap, double perByte)
    implements PointModel {
  private double bytes(long bytes) {
    return Math.max(0, bytes - 1) * perByte;
  }

  @Override
  public double message(int source, int target, long bytes) {
    return 2 * overhead + latency + bytes(bytes);
  }

  /// The time until the last of `count` messages, sent back to back, has arrived.
  public double inARow(int count, long bytes) {
    return overhead
        + bytes(bytes)
        + (count - 1) * (Math.max(gap, overhead) + bytes(bytes))
        + latency
        + overhead;
  }

  @Override
  public double linear(int ranks, long bytes) {
    return ranks == 1 ? 0 : inARow(ranks - 1, bytes);
  }
}
