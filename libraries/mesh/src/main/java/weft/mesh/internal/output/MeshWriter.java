// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import weft.mesh.internal.content.MeshContent;

/// Writes one format.
@FunctionalInterface
public interface MeshWriter {
  /// Writes a mesh.
  ///
  /// @throws IOException if the stream does
  void write(MeshContent mesh, MeshOutput out) throws IOException;
}
