// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Repairs, each of which is said.
final class SurfaceRepairTest {
  private static SurfaceRepair repaired(Surface surface, double tolerance) {
    int[] before = surface.triangles().clone();
    SurfaceRepair repair = SurfaceRepair.of(surface, tolerance);
    assertThat(surface.triangles()).as("the surface stays").containsExactly(before);
    assertThat(Diagnosis.of(repair.surface()).defects())
        .extracting(Defect::sentence)
        .as("%s", repair.done())
        .isEmpty();
    return repair;
  }

  @Test
  void whatIsBrokenIsMended() {
    Surface cube = Solids.cube();
    Surface flipped = Solids.flipped(cube, 0, 2, 4, 6, 8, 10);
    assertThat(repaired(flipped, 0).done()).containsExactly("6 triangles were turned.");
    assertThat(repaired(Solids.inverted(cube), 0).surface().volume()).isEqualTo(1);
    assertThat(repaired(Solids.unwelded(cube), 0).done())
        .containsExactly("28 points were joined with others at the same place.");
    Surface slit = Solids.unwelded(cube);
    slit.points()[3 * 35] += 1e-4;
    assertThat(repaired(slit, 1e-3).surface().pointCount()).isEqualTo(8);
    Surface nested = Solids.both(Solids.cube(0, 0, 0, 4), Solids.cube(1, 1, 1, 1));
    assertThat(repaired(nested, 0).surface().volume()).isEqualTo(63);
    Surface repeated = Solids.with(cube, new double[] {4, 4, 4}, 3, 0, 2);
    assertThat(repaired(repeated, 0).done())
        .containsExactly(
            "1 repeated triangle was removed.", "1 point without a triangle was removed.");
    assertThat(repaired(cube, 0).done()).isEmpty();
  }

  /// A face is cut at the middle of an edge, and the other face has a flat triangle there.
  @Test
  void aFlatTriangleGoesWithoutASlit() {
    Surface cube = Solids.without(Solids.cube(), 2);
    Surface surface = Solids.with(cube, new double[] {0.5, 0.5, 1}, 4, 5, 8, 5, 7, 8, 4, 8, 7);
    assertThat(Diagnosis.of(surface).defects())
        .extracting(Defect::kind)
        .containsExactly(DefectKind.FLAT_TRIANGLE, DefectKind.INTERSECTION);
    SurfaceRepair repair = repaired(surface, 0);
    assertThat(repair.done())
        .isEqualTo(
            List.of(
                "1 flat triangle was removed.",
                "1 triangle beside a flat one was cut in two, so that no slit opened."));
    assertThat(repair.surface().triangleCount()).isEqualTo(14);
    assertThat(repair.surface().volume()).isEqualTo(1);
  }

  @Test
  void whatNeedsAGuessStays() {
    Surface hole = Solids.without(Solids.cube(), 5);
    SurfaceRepair repair = SurfaceRepair.of(hole, 0);
    assertThat(repair.done()).isEmpty();
    assertThat(Diagnosis.of(repair.surface()).defects())
        .extracting(Defect::kind)
        .containsExactly(DefectKind.OPEN_BORDER);
  }
}
