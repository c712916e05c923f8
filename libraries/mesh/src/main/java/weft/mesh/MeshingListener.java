// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// Follows the work of a [Mesher], and may end it.
@FunctionalInterface
public interface MeshingListener {
  /// What is being done.
  enum Stage {
    /// Segments and facets are being recovered.
    RECOVERY,
    /// Tets are being divided.
    REFINEMENT,
    /// Angles are being improved.
    IMPROVEMENT
  }

  /// How far it is.
  ///
  /// @param stage what is being done
  /// @param tets as many tets as there are
  /// @param left as many tets as are known to need work
  /// @param expected about as many tets as there will be; 0 if that is not known
  record Progress(Stage stage, int tets, int left, long expected) {}

  /// Called now and then, by the thread that computes.
  ///
  /// @return whether to go on
  boolean goOn(Progress progress);
}
