// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

/// LogGP with parameters of each processor and each pair: `L_ij + oS_i + oR_j + (m − 1)·G_ij`.
///
/// Source: Bosque and Pastor, "A parallel computational model for heterogeneous clusters", 2006;
/// τ-Lop supplement (5).
///
/// @param latency L by sender and receiver, without overheads: a measured one-byte time less both
/// @param sending oS by sender
/// @param receiving oR by receiver
/// @param perByte G by sender and receiver
@SuppressWarnings("ArrayRecordComponent") // tables of numbers, read only
public record HLogGp(double[][] latency, double[] sending, double[] receiving, double[][] perByte)
    implements PointModel {
  @Override
  public double message(int source, int target, long bytes) {
    return latency[source][target]
        + sending[source]
        + receiving[target]
        + Math.max(0, bytes - 1) * perByte[source][target];
  }
}
