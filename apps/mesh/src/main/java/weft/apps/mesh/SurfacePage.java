// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.report.DataTable;
import weft.report.MeshView;
import weft.report.Page;

/// The page of a surface: its defects, and where they are.
final class SurfacePage {
  private static final int MOST_PLACES = 10_000;

  private SurfacePage() {}

  static Page of(String name, Surface surface, Diagnosis diagnosis) {
    long count = diagnosis.defects().size();
    Page page =
        Page.titled("Surface " + name)
            .lead("Checked by Weft; all tests of positions are exact.")
            .figure("triangles", count(surface.triangleCount()), "")
            .figure("points", count(surface.pointCount()), "")
            .figure("shells", count(diagnosis.shells()), diagnosis.isClosed() ? "all closed" : "")
            .figure("area", String.format(Locale.ROOT, "%.4g", surface.area()), "")
            .figure("kinds of defects", count(count), count == 0 ? "clean" : "");
    if (diagnosis.isClosed()) {
      page.figure("volume", String.format(Locale.ROOT, "%.4g", surface.volume()), "");
    }
    page.section("Defects");
    for (String remark : surface.remarks()) {
      page.text(remark);
    }
    if (diagnosis.isClean()) {
      page.text("There are none.");
    } else {
      DataTable table =
          DataTable.titled("Defects")
              .text("kind")
              .number("count", "")
              .text("where, and what to do");
      for (Defect defect : diagnosis.defects()) {
        table.row(defect.kind().text(), defect.count(), defect.sentence());
      }
      page.table(table);
    }
    for (Defect remark : diagnosis.remarks()) {
      page.text(remark.sentence());
    }
    addPicture(page.section("Picture"), surface, diagnosis);
    return page;
  }

  private static void addPicture(Page page, Surface surface, Diagnosis diagnosis) {
    Surface shown = surface;
    int[] numbers = null;
    if (surface.triangleCount() > MeshView.MOST_CELLS) {
      numbers = diagnosis.offending();
      page.text(
          String.format(
              Locale.ROOT,
              "The surface has %,d triangles, and a page shows %,d: only those with defects.",
              surface.triangleCount(),
              MeshView.MOST_CELLS));
      numbers = Arrays.copyOf(numbers, Math.min(numbers.length, MeshView.MOST_CELLS));
      shown = surface.part(numbers);
    }
    List<String> names = new ArrayList<>(List.of("clean"));
    int[] states = new int[surface.triangleCount()];
    for (Defect defect : diagnosis.defects()) {
      if (defect.triangles().length > 0) {
        names.add(defect.kind().text());
      }
      for (int t : defect.triangles()) {
        // The first kind counts: later ones often follow from it.
        states[t] = states[t] == 0 ? names.size() - 1 : states[t];
      }
    }
    if (numbers != null) {
      int[] all = states;
      int[] chosen = numbers;
      states = new int[chosen.length];
      Arrays.setAll(states, i -> all[chosen[i]]);
    }
    MeshView view =
        MeshView.triangles("The surface, by its defects", shown.points(), shown.triangles())
            .categories("state", names, states)
            .note("Fronts of triangles are coloured, backs are grey. Lines mark places.");
    for (Defect defect : diagnosis.defects()) {
      double[] marks = defect.lines().length > 0 ? defect.lines() : places(defect);
      if (marks.length > 0) {
        view.marks(defect.kind().text() + ": places", marks);
      }
    }
    page.mesh(view);
  }

  /// A dot for each place that is finite.
  private static double[] places(Defect defect) {
    int count = Math.min(MOST_PLACES, defect.places().length / 3);
    double[] dots = new double[6 * count];
    int used = 0;
    for (int i = 0; i < count; i++) {
      double[] place = Arrays.copyOfRange(defect.places(), 3 * i, 3 * i + 3);
      if (Arrays.stream(place).allMatch(x -> Math.abs(x) <= 1e20)) {
        System.arraycopy(place, 0, dots, 6 * used, 3);
        System.arraycopy(place, 0, dots, 6 * used + 3, 3);
        used++;
      }
    }
    return Arrays.copyOf(dots, 6 * used);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
