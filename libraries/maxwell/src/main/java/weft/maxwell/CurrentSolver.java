// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.List;

/// Finds the currents that sources drive on a surface at one frequency: [SurfaceSolver] by the
/// factors of a dense matrix, [MultipoleSolver] step by step.
public sealed interface CurrentSolver extends AutoCloseable permits SurfaceSolver, MultipoleSolver {
  /// The currents of each source. Collective.
  ///
  /// @return on every rank, in the order of the sources
  /// @throws IllegalArgumentException if a port belongs to another basis, or if the equation is
  ///   [Equation#COMBINED] and a port is on a closed part, or a current inside one
  List<SurfaceCurrents> solve(List<? extends Source> sources);

  /// The greatest ‖M a − e‖ / ‖e‖ of the sources solved so far. Local.
  double residual();

  /// Frees the memory on this rank. Local.
  @Override
  void close();
}
