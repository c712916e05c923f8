// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.Locale;
import weft.mesh.Delaunay;
import weft.mesh.Dimension;
import weft.report.MeshView;
import weft.report.Page;

/// The page of `--report`: a picture of the tets, and their shapes.
final class MeshPage {
  private MeshPage() {}

  static Page of(Delaunay mesh, double seconds) {
    Page page =
        Page.titled("Delaunay tets of " + count(mesh.pointCount()) + " points")
            .lead("Made with exact predicates: the same points have the same tets in every order.")
            .figure(
                "points",
                count(mesh.pointCount()),
                "at " + count(mesh.vertexCount()) + " different places")
            .figure("tets", count(mesh.tetCount()), "without a point in their spheres")
            .figure("hull", count(mesh.hull().length / 3), "triangles")
            .figure("CPU time", String.format(Locale.ROOT, "%.3f s", seconds), "of one thread");
    if (mesh.dimension() == Dimension.SPACE) {
      addTets(page, mesh);
    } else {
      page.finding(
          "There are no tets: " + MeshProgram.reason(mesh.dimension()) + ".",
          "Tets need four points that are not in one plane.");
    }
    return page;
  }

  private static void addTets(Page page, Delaunay mesh) {
    TetShapes shapes = TetShapes.of(mesh);
    page.section("Picture");
    if (mesh.tetCount() <= MeshView.MOST_CELLS) {
      double[] xyz = new double[3 * mesh.pointCount()];
      for (int i = 0; i < xyz.length; i++) {
        xyz[i] = mesh.coordinate(i / 3, i % 3);
      }
      page.add(
          MeshView.tets("Tets, by their smallest dihedral angle", xyz, mesh.tets())
              .values("smallest dihedral angle", "°", shapes.dihedrals()));
    } else {
      page.text(
          "A page shows at most %s tets; --out writes a file that ParaView or Gmsh shows."
              .formatted(count(MeshView.MOST_CELLS)));
    }
    page.section("Shapes");
    shapes.addCharts(page);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
