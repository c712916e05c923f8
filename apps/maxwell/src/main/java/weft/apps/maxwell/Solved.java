// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.maxwell.CurrentSolver;
import weft.maxwell.MultipoleSolver;
import weft.maxwell.SurfaceSolver;

/// The results of one frequency.
///
/// @param frequency in hertz
/// @param numbers how the equations were solved
/// @param residual the relative residual, estimated for a dense matrix
/// @param matrixSeconds the time for the elements of the matrix
/// @param factorSeconds the time for its factors, or for an approximate inverse
/// @param solveSeconds the time for all sources
/// @param scattered what the body scatters, or null for an antenna
/// @param radiated what the antenna radiates, or null for a scatterer
/// @param density the magnitude of the first source's current on each triangle, in A/m; empty but
///   at rank 0 in the last frequency
@SuppressWarnings("ArrayRecordComponent") // never compared
record Solved(
    double frequency,
    Numbers numbers,
    double residual,
    double matrixSeconds,
    double factorSeconds,
    double solveSeconds,
    @Nullable Scattered scattered,
    @Nullable Radiated radiated,
    double[] density) {
  /// How the equations were solved.
  ///
  /// @param isMultipole whether by steps of the multipole method
  /// @param condition the estimated condition number of a dense matrix, else 0
  /// @param steps of each source
  record Numbers(boolean isMultipole, double condition, List<Integer> steps) {
    static Numbers of(CurrentSolver solver) {
      return switch (solver) {
        case SurfaceSolver dense -> new Numbers(false, dense.condition(), List.of());
        case MultipoleSolver steps -> new Numbers(true, 0, steps.steps());
      };
    }

    int mostSteps() {
      return steps.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    int allSteps() {
      return steps.stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// Whether all sources were solved to the residual that was wanted.
  boolean isReached(MaxwellOptions options) {
    return !numbers.isMultipole() || residual <= options.solving().residual();
  }

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
