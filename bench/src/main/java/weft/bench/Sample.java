// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import java.util.Locale;

/// What one slice gave.
///
/// @param count how many operations
/// @param nanos nanoseconds per operation
/// @param before one way of a cache line before the slice, in nanoseconds
/// @param after the same after it
/// @param allocated bytes that the two sides' threads allocated, per operation
/// @param switches how often the two were taken off their processors
/// @param extra what the kind says
public record Sample(
    long count,
    double nanos,
    double before,
    double after,
    double allocated,
    long switches,
    long extra) {
  /// How far apart two processors are: a hypervisor moves them about.
  public enum Distance {
    NEAR,
    FAR,
    MIXED;

    /// Those that figures are told for.
    public static final List<Distance> PLACES = List.of(NEAR, FAR);

    /// What it is called in reports: near, far or mixed.
    public String where() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final double NEAR_BELOW = 90;
  public static final double FAR_FROM = 120;

  public Distance distance() {
    if (before < NEAR_BELOW && after < NEAR_BELOW) {
      return Distance.NEAR;
    }
    return before >= FAR_FROM && after >= FAR_FROM ? Distance.FAR : Distance.MIXED;
  }

  /// The same slice with another time per operation.
  Sample withNanos(double other) {
    return new Sample(count, other, before, after, allocated, switches, extra);
  }
}
