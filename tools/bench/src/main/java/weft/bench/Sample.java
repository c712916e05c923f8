// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.List;
import java.util.Locale;

/// The result of one slice.
///
/// @param count the number of operations
/// @param nanos nanoseconds per operation
/// @param before the one-way time of a cache line before the slice, in nanoseconds
/// @param after the same time after the slice
/// @param allocated bytes that the threads of both sides allocated, per operation
/// @param switches the number of involuntary context switches of both
/// @param extra a figure that depends on the kind
public record Sample(
    long count,
    double nanos,
    double before,
    double after,
    double allocated,
    long switches,
    long extra) {
  /// The distance between two processors. It changes, because a hypervisor moves them.
  public enum Distance {
    NEAR,
    FAR,
    MIXED;

    /// The distances for which figures are reported.
    public static final List<Distance> PLACES = List.of(NEAR, FAR);

    /// Its name in reports: near, far or mixed.
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

  /// A copy with another time per operation.
  Sample withNanos(double other) {
    return new Sample(count, other, before, after, allocated, switches, extra);
  }
}
