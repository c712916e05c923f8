// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import weft.mesh.internal.input.FileBytes;
import weft.mesh.internal.input.FileEndedException;
import weft.mesh.internal.input.WrongFileException;

/// Reads one format.
interface SurfaceReader {
  /// Adds what a file holds to `out`.
  ///
  /// @throws WrongFileException if the file is not of this format
  /// @throws FileEndedException if it ends too early; `out` then holds what was complete
  void read(FileBytes in, SurfaceBuilder out) throws WrongFileException, FileEndedException;
}
