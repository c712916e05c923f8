// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// Reads one format.
interface SurfaceReader {
  /// Adds what a file holds to `out`.
  ///
  /// @throws SurfaceFileException if the file is not of this format
  /// @throws FileEndedException if it ends too early; `out` then holds what was complete
  void read(FileBytes in, SurfaceBuilder out) throws SurfaceFileException, FileEndedException;
}
