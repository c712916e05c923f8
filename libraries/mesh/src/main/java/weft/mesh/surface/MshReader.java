// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.Locale;
import weft.mesh.internal.input.FileBytes;
import weft.mesh.internal.input.FileEndedException;
import weft.mesh.internal.input.MshFile;
import weft.mesh.internal.input.MshTypes;
import weft.mesh.internal.input.WrongFileException;

/// Reads the surface of a .msh of Gmsh. Physical groups of surfaces become groups. Quadrangles are
/// cut in two; of curved elements the corners are taken.
final class MshReader implements SurfaceReader {
  @Override
  public void read(FileBytes in, SurfaceBuilder out) throws WrongFileException, FileEndedException {
    var faces = new Faces(out);
    try {
      MshFile.read(in, faces);
    } finally {
      faces.dropOthers();
    }
  }

  private static final class Faces implements MshFile.Sink {
    private final SurfaceBuilder out;

    /// Points that other elements, or the middles of curved ones, use.
    private boolean[] used = new boolean[1 << 10];

    private int curved;

    Faces(SurfaceBuilder out) {
      this.out = out;
    }

    @Override
    public void point(double x, double y, double z) {
      out.point(x, y, z);
    }

    @Override
    public void element(int type, int[] points, int count, int physical, String name) {
      int sides = MshTypes.sides(type);
      for (int k = sides; k < count; k++) {
        int point = points[k];
        if (point >= used.length) {
          used = Arrays.copyOf(used, Math.max(2 * used.length, point + 1));
        }
        used[point] = true;
      }
      if (sides > 0) {
        out.group(
            !name.isEmpty()
                ? name
                : physical == 0 ? "" : String.format(Locale.ROOT, "physical %d", physical));
        out.face(points, sides);
        curved += count > sides ? 1 : 0;
      }
    }

    /// Removes the points that only other elements use, such as those inside a volume. Points that
    /// no element uses stay, as they are a defect.
    void dropOthers() {
      if (curved > 0) {
        out.remark(
            String.format(
                Locale.ROOT, "Of %,d curved elements only the corners were taken.", curved));
      }
      int dropped = out.dropPoints(used);
      if (dropped > 0) {
        out.remark(
            String.format(
                Locale.ROOT,
                "%,d points that no triangle uses belong to other elements, and were left out.",
                dropped));
      }
    }
  }
}
