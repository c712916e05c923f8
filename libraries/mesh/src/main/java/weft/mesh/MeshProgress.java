// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// Follows a long computation, and may cancel it.
@FunctionalInterface
public interface MeshProgress {
  /// Called now and then, by the thread that computes.
  ///
  /// @param done the number of parts that are done, such as points
  /// @param all their number
  /// @return whether to go on; with false the computation throws a
  ///   [java.util.concurrent.CancellationException], and leaves nothing behind
  boolean goOn(int done, int all);
}
