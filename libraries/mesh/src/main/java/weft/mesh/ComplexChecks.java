// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import weft.mesh.internal.domain.Domain;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;

/// Checks the facets of a complex as triangles: they may end anywhere and meet in any number, but
/// only in common points and segments.
final class ComplexChecks {
  private static final Set<DefectKind> KINDS =
      EnumSet.of(
          DefectKind.NOT_FINITE,
          DefectKind.OUT_OF_RANGE,
          DefectKind.REPEATED_TRIANGLE,
          DefectKind.OVERLAP,
          DefectKind.INTERSECTION);

  private ComplexChecks() {}

  static void addIntersections(Surface surface, Domain domain, List<Defect> defects) {
    if (domain.triangles().length > 0) {
      Diagnosis.of(surface).defects().stream()
          .filter(each -> KINDS.contains(each.kind()))
          .forEach(defects::add);
    }
  }
}
