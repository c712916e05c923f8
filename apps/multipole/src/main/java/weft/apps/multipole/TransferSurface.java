// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import weft.apps.common.BadInputException;
import weft.files.FileException;
import weft.files.InputFile;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceFileException;
import weft.mesh.surface.SurfaceShapes;

/// The surface of the transfer step: from a file, or a shape.
final class TransferSurface {
  /// The largest coordinate. The square of a distance must not overflow.
  private static final double LARGEST = 1e150;

  private TransferSurface() {}

  /// Reads a file.
  ///
  /// @throws BadInputException if the file is missing or not valid
  static Surface read(Path file) {
    Surface surface;
    try (InputStream in = InputFile.openStream(file)) {
      surface = Surface.read(file.toString(), Surface.formatOf(file), in);
    } catch (SurfaceFileException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new BadInputException("the surface " + FileException.notRead(file, e).getMessage(), e);
    }
    for (double coordinate : surface.points()) {
      if (!(Math.abs(coordinate) <= LARGEST)) {
        throw new BadInputException(
            "the surface "
                + file
                + " has the coordinate "
                + coordinate
                + (Double.isNaN(coordinate)
                    ? ", which is not a number"
                    : ", which is too large; scale the surface"));
      }
    }
    return surface;
  }

  /// A shape with about `edges` edges. A closed surface has three edges for two triangles.
  ///
  /// @throws BadInputException if there is no such shape
  static Surface shape(String name, long edges) {
    Fineness fineness = Fineness.triangles((int) Math.max(1, Math.min(100_000_000, edges / 3 * 2)));
    return switch (name) {
      case "sphere" -> SurfaceShapes.icosphere(1, fineness);
      case "torus" -> SurfaceShapes.torus(1, 0.4, fineness);
      case "almond" -> SurfaceShapes.almond(1, fineness);
      default -> throw new BadInputException("there is no shape " + name);
    };
  }
}
