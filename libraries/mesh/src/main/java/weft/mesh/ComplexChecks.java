// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import weft.mesh.internal.domain.Domain;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;

/// Checks the facets of a complex as triangles: they may end anywhere and meet in any number, but
/// only in common points and segments. Checks segments of their own too.
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
    List<double[]> meeting = new SegmentChecks(domain).meeting();
    if (!meeting.isEmpty()) {
      double[] first = meeting.getFirst();
      defects.add(
          new Defect(
              DefectKind.INTERSECTION,
              meeting.size(),
              String.format(
                  Locale.ROOT,
                  "%,d segments of no facet meet facets or other segments elsewhere than in common"
                      + " points: the first is from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g). Add a"
                      + " point where they meet, to both.",
                  meeting.size(),
                  first[0],
                  first[1],
                  first[2],
                  first[3],
                  first[4],
                  first[5]),
              new int[0],
              new double[0],
              meeting.stream().flatMapToDouble(Arrays::stream).toArray()));
    }
  }
}
