// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

/// `α + β·m`.
///
/// Source: Hockney, "The communication challenge for MPP", Parallel Computing 20(3), 1994.
///
/// @param start α, the time of an empty message
/// @param perByte β, the time of each byte
public record Hockney(double start, double perByte) implements PointModel {
  @Override
  public double message(int source, int target, long bytes) {
    return start + perByte * bytes;
  }
}
