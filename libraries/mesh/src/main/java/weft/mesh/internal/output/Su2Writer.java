// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import weft.mesh.internal.content.MeshContent;

/// Writes .su2: tets, points, and the triangles of the boundary as markers. SU2 has no materials in
/// a zone, and no walls inside: these are left out.
public final class Su2Writer {
  private static final int TRIANGLE = 5;
  private static final int TET = 10;

  private Su2Writer() {}

  /// Writes a mesh.
  public static void write(MeshContent mesh, MeshOutput out) throws IOException {
    out.text("NDIME= 3\nNELEM= " + mesh.tetCount() + "\n");
    for (int t = 0; t < mesh.tetCount(); t++) {
      int[] p = mesh.tets();
      out.line(TET, p[4 * t], p[4 * t + 1], p[4 * t + 2], p[4 * t + 3], t);
    }
    out.text("NPOIN= " + mesh.pointCount() + "\n");
    for (int p = 0; p < mesh.pointCount(); p++) {
      out.place(mesh.xyz(), 3 * p).text(" " + p + "\n");
    }
    var sides = new TetSides(mesh);
    int[] markers = mesh.markers().clone();
    for (int f = 0; f < markers.length; f++) {
      // Numbers of groups are positive.
      markers[f] = sides.isInner(f) ? -1 : markers[f];
    }
    var groups = new Groups(markers);
    int[] numbers = Arrays.stream(groups.numbers()).filter(each -> each >= 0).toArray();
    var names = new SetNames(numbers, mesh.boundaryNames(), "boundary", new HashSet<>());
    out.text("NMARK= " + numbers.length + "\n");
    for (int marker : numbers) {
      int[] members = groups.members(marker);
      out.text("MARKER_TAG= " + names.of(marker) + "\nMARKER_ELEMS= " + members.length + "\n");
      for (int f : members) {
        out.line(TRIANGLE, sides.corner(f, 0), sides.corner(f, 1), sides.corner(f, 2));
      }
    }
  }
}
