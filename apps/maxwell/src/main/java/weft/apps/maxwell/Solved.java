// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import org.jspecify.annotations.Nullable;

/// The results of one frequency.
///
/// @param frequency in hertz
/// @param condition the estimated condition number of the matrix
/// @param residual the estimated relative residual
/// @param matrixSeconds the time for the elements of the matrix
/// @param factorSeconds the time for its factors
/// @param solveSeconds the time for all sources
/// @param scattered what the body scatters, or null for an antenna
/// @param radiated what the antenna radiates, or null for a scatterer
/// @param density the magnitude of the first source's current on each triangle, in A/m; empty but
///   at rank 0 in the last frequency
@SuppressWarnings("ArrayRecordComponent") // never compared
record Solved(
    double frequency,
    double condition,
    double residual,
    double matrixSeconds,
    double factorSeconds,
    double solveSeconds,
    @Nullable Scattered scattered,
    @Nullable Radiated radiated,
    double[] density) {
  /// Power that comes out over power that goes in, which should be 1.
  double balance() {
    if (scattered != null) {
      return scattered.balance();
    }
    double worst = 1;
    if (radiated != null && radiated.network() != null) {
      for (double each : radiated.balances()) {
        worst = Math.abs(each - 1) > Math.abs(worst - 1) ? each : worst;
      }
    }
    return worst;
  }
}
