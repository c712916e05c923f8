// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// All that is wrong with a surface, found at once. Whether triangles are flat, meet or lie in one
/// plane is decided exactly, by signs of determinants that have no rounding errors. Angles, lengths
/// and volumes are rounded.
public final class Diagnosis {
  /// Bytes of live memory that a check needs for each triangle, and for each point.
  private static final long PER_TRIANGLE = 330;

  private static final long PER_POINT = 120;

  private final List<Defect> found;
  private final int shells;
  private final int closedShells;

  private Diagnosis(List<Defect> found, int shells, int closedShells) {
    this.found = found;
    this.shells = shells;
    this.closedShells = closedShells;
  }

  /// Checks a surface.
  public static Diagnosis of(Surface surface) {
    List<Defect> found = new ArrayList<>();
    for (FileNote note : surface.notes()) {
      found.add(
          new Defect(note.kind(), 1, note.sentence(), new int[0], new double[0], new double[0]));
    }
    var checked = new CheckedSurface(surface, found);
    var shells = new Shells(checked);
    new EdgeChecks(checked).run(found);
    new BorderChecks(checked).run(found);
    new ShellChecks(checked, shells).run(found);
    new IntersectionChecks(checked).run(found);
    int closed = (int) IntStream.range(0, shells.count()).filter(shells::isClosed).count();
    return new Diagnosis(found, shells.count(), closed);
  }

  /// About how many bytes a surface and its check need, so that a program can say so before.
  public static long memory(long triangles, long points) {
    return PER_TRIANGLE * triangles + PER_POINT * points;
  }

  /// The defects, in the order of [DefectKind] within each check. Each kind occurs at most once.
  public List<Defect> defects() {
    return found.stream().filter(each -> each.kind().isDefect()).toList();
  }

  /// What is worth knowing and no defect, such as cavities.
  public List<Defect> remarks() {
    return found.stream().filter(each -> !each.kind().isDefect()).toList();
  }

  /// Whether there is no defect.
  public boolean isClean() {
    return defects().isEmpty();
  }

  /// Whether every shell is closed, so that the surface encloses a volume.
  public boolean isClosed() {
    return shells > 0 && closedShells == shells;
  }

  /// The number of shells: parts that are connected over edges with two triangles.
  public int shells() {
    return shells;
  }

  /// The numbers of all triangles that a defect concerns, in ascending order.
  public int[] offending() {
    return defects().stream()
        .flatMapToInt(defect -> Arrays.stream(defect.triangles()))
        .distinct()
        .sorted()
        .toArray();
  }
}
