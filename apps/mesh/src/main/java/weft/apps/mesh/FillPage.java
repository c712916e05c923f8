// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import weft.mesh.MeshShape;
import weft.mesh.MeshingOutcome;
import weft.mesh.TetMesh;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Surface;
import weft.report.DataTable;
import weft.report.MeshView;
import weft.report.Page;

/// The page of a filled domain: its tets, their shapes, and what misses a bound.
final class FillPage {
  private FillPage() {}

  static Page of(String name, TetMesh mesh, double seconds) {
    MeshingOutcome outcome = mesh.outcome();
    MeshShape shape = outcome.shapeAfter();
    Page page =
        Page.titled("Tets of " + name)
            .lead("Segments and facets are those of the input, divided where needed, never moved.")
            .figure("vertices", count(mesh.vertexCount()), "")
            .figure("tets", count(mesh.tetCount()), "")
            .figure("volume", number(shape.volume()), "")
            .figure("worst radius over edge", number(shape.worstRatio()), "")
            .figure("smallest dihedral angle", number(shape.smallestDihedral()) + "°", "")
            .figure("CPU time", String.format(Locale.ROOT, "%.3f s", seconds), "of one thread");
    for (String sentence : FillProgram.unmet(outcome)) {
      page.finding(sentence, "The places are marked in the picture.");
    }
    outcome.remarks().forEach(page::text);
    TetShapes shapes = TetShapes.of(mesh);
    addPicture(page.section("Picture"), mesh, shapes);
    page.section("Shapes");
    shapes.addCharts(page);
    page.table(before(outcome));
    addNames(page.section("Names"), mesh, shapes);
    return page;
  }

  /// The page of an input that cannot be filled.
  static Page ofDefects(String name, Surface surface, List<Defect> defects) {
    Page page =
        Page.titled("Why " + name + " cannot be filled")
            .figure("kinds of defects", count(defects.size()), "");
    page.section("Defects");
    DataTable table =
        DataTable.titled("Defects").text("kind").number("count", "").text("where, and what to do");
    for (Defect defect : defects) {
      table.row(defect.kind().text(), defect.count(), defect.sentence());
    }
    page.table(table);
    if (surface.triangleCount() > 0 && surface.triangleCount() <= MeshView.MOST_CELLS) {
      MeshView view =
          MeshView.triangles("The facets", surface.points(), surface.triangles())
              .note("Lines and dots mark places of defects.");
      for (Defect defect : defects) {
        double[] marks = defect.lines().length > 0 ? defect.lines() : dots(defect.places());
        if (marks.length > 0) {
          view.marks(defect.kind().text(), marks);
        }
      }
      page.section("Picture").mesh(view);
    }
    return page;
  }

  private static void addPicture(Page page, TetMesh mesh, TetShapes shapes) {
    if (mesh.tetCount() > MeshView.MOST_CELLS) {
      page.text(
          "A page shows at most %s tets; --out writes a file that ParaView or Gmsh shows."
              .formatted(count(MeshView.MOST_CELLS)));
      return;
    }
    MeshView view =
        MeshView.tets("Tets, by their smallest dihedral angle", mesh.vertices(), mesh.tets())
            .values("smallest dihedral angle", "°", shapes.dihedrals());
    double[] missed = dots(mesh.outcome().missedAt());
    if (missed.length > 0) {
      view.marks("miss a bound", missed);
    }
    page.mesh(view);
  }

  private static double[] dots(double[] places) {
    double[] dots = new double[2 * places.length];
    int used = 0;
    for (int i = 0; i + 2 < places.length; i += 3) {
      double[] place = Arrays.copyOfRange(places, i, i + 3);
      if (Arrays.stream(place).allMatch(x -> Math.abs(x) <= 1e20)) {
        System.arraycopy(place, 0, dots, used, 3);
        System.arraycopy(place, 0, dots, used + 3, 3);
        used += 6;
      }
    }
    return Arrays.copyOf(dots, used);
  }

  private static DataTable before(MeshingOutcome outcome) {
    DataTable table =
        DataTable.titled("Before and after the worst angles were improved")
            .text("quantity")
            .number("before", "")
            .number("after", "");
    MeshShape a = outcome.shapeBefore();
    MeshShape b = outcome.shapeAfter();
    return table
        .row("tets", a.tets(), b.tets())
        .row("largest circumradius over shortest edge", a.worstRatio(), b.worstRatio())
        .row("smallest dihedral angle, degrees", a.smallestDihedral(), b.smallestDihedral())
        .row("largest dihedral angle, degrees", a.largestDihedral(), b.largestDihedral())
        .row("largest volume", a.largestVolume(), b.largestVolume());
  }

  private static void addNames(Page page, TetMesh mesh, TetShapes shapes) {
    DataTable table =
        DataTable.titled("Boundaries and materials")
            .text("kind")
            .number("number", "")
            .text("name")
            .number("faces or tets", "")
            .number("volume", "");
    NavigableMap<Integer, Integer> faces = new TreeMap<>();
    for (int marker : mesh.faceMarkers()) {
      faces.merge(marker, 1, Integer::sum);
    }
    faces.forEach((marker, number) ->
        table.row("boundary", marker, mesh.boundaryNames().getOrDefault(marker, ""), number, 0));
    NavigableMap<Integer, double[]> materials = new TreeMap<>();
    int[] of = mesh.materials();
    for (int t = 0; t < of.length; t++) {
      double[] sums = materials.computeIfAbsent(of[t], each -> new double[2]);
      sums[0]++;
      sums[1] += shapes.volumes()[t];
    }
    materials.forEach((material, sums) ->
        table.row(
            "material",
            material,
            mesh.materialNames().getOrDefault(material, ""),
            (long) sums[0],
            sums[1]));
    page.table(table);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
