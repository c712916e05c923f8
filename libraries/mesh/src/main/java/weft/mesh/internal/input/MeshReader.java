// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.input;

import weft.mesh.internal.content.ContentBuilder;
import weft.mesh.internal.content.WrongFileException;

/// Reads one format.
@FunctionalInterface
public interface MeshReader {
  /// Adds what a file holds to `out`.
  ///
  /// @throws WrongFileException if the file is not of this format
  /// @throws FileEndedException if it ends too early; `out` then holds what was complete
  void read(FileBytes in, ContentBuilder out) throws WrongFileException, FileEndedException;
}
