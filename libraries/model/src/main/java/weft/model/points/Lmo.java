// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

/// `L_ij + C_i + m·t_i + C_j + m·t_j + m/β_ij`.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn 2006, with the network delay of Lastovetsky, Rychkov and
/// O'Flynn 2009; τ-Lop supplement (8).
///
/// @param delay C, the fixed delay of each processor
/// @param perByte t, the delay of each byte by processor
/// @param latency L by pair
/// @param network 1/β by pair, the time of each byte in the network
@SuppressWarnings("ArrayRecordComponent") // tables of numbers, read only
public record Lmo(double[] delay, double[] perByte, double[][] latency, double[][] network)
    implements PointModel {
  @Override
  public double message(int source, int target, long bytes) {
    return latency[source][target]
        + processing(source, bytes)
        + processing(target, bytes)
        + bytes * network[source][target];
  }

  private double processing(int rank, long bytes) {
    return delay[rank] + bytes * perByte[rank];
  }

  /// The root's processor takes part in each message in turn; the rest overlaps.
  @Override
  public double linear(int ranks, long bytes) {
    double last = 0;
    for (int rank = 1; rank < ranks; rank++) {
      double rest = latency[0][rank] + bytes * network[0][rank] + processing(rank, bytes);
      last = Math.max(last, rest);
    }
    return (ranks - 1) * processing(0, bytes) + last;
  }
}
