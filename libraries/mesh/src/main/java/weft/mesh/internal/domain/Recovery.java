// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.PointTetsBuilder;
import weft.mesh.internal.SegmentPredicates;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ShellPoints;

/// Makes tets of a domain's points that have all its segments as edges and all its facets as faces:
/// L. Diazzi, D. Panozzo, A. Vaxman, M. Attene, "Constrained Delaunay tetrahedrization: a robust
/// and practical approach", ACM Transactions on Graphics 42 (2023). Points are inserted on segments
/// alone, and on edges of facets that rounding has bent; their places are exact. Then facets
/// replace the tets that they cross.
public final class Recovery {
  final Domain domain;
  final RecoveryMesh mesh;
  final SegmentPieces pieces;

  /// Three vertices for each face of each facet.
  final int[][] faces;

  /// The facets that could not be recovered.
  private final List<Integer> failedFacets = new ArrayList<>();

  private int wrapped;

  private Recovery(
      Domain domain, DelaunayKernel kernel, ShellPoints shells, boolean flips, WorkClock clock) {
    this.domain = domain;
    mesh = new RecoveryMesh(kernel);
    Patch.Set patches = Patch.of(domain, mesh, flips);
    pieces = new SegmentPieces(mesh, domain, shells, patches.inner(), patches.innerFacets(), clock);
    faces = new int[domain.facetCount()][];
    Arrays.fill(faces, new int[0]);
    pieces.recover();
    if (pieces.failed.isEmpty()) {
      recover(patches.patches(), clock);
    }
  }

  /// Recovers a domain; null if its points are in a plane.
  ///
  /// @throws java.util.concurrent.CancellationException if the clock ends the work
  public static @Nullable Recovery of(Domain domain, ShellPoints shells, WorkClock clock) {
    Recovery first = of(domain, shells, true, clock);
    // Where facets are nearer to each other than their rounding, other triangles may cross.
    return first == null || first.isWhole() ? first : of(domain, shells, false, clock);
  }

  private static @Nullable Recovery of(
      Domain domain, ShellPoints shells, boolean flips, WorkClock clock) {
    DelaunayKernel kernel = PointTetsBuilder.kernel(domain.xyz(), new SegmentPredicates(), clock);
    return kernel == null ? null : new Recovery(domain, kernel, shells, flips, clock);
  }

  private boolean isWhole() {
    return failedFacets.isEmpty() && pieces.failed.isEmpty();
  }

  private void recover(List<Patch> patches, WorkClock clock) {
    var facets = new FacetRecovery(mesh, pieces, clock);
    for (int i = 0; i < patches.size(); i++) {
      clock.check(mesh.kernel.tets.slots, patches.size() - i);
      Patch patch = patches.get(i);
      if (!facets.find(patch)) {
        failedFacets.add(patch.facet());
      }
      int[] before = faces[patch.facet()];
      int[] all = Arrays.copyOf(before, before.length + facets.foundCount);
      System.arraycopy(facets.found, 0, all, before.length, facets.foundCount);
      faces[patch.facet()] = all;
    }
    wrapped = facets.crossed.wrapped;
  }

  /// Six coordinates for each segment that could not be recovered.
  public List<double[]> failedSegments() {
    return pieces.failed;
  }

  /// The facets that could not be recovered: others cross them.
  public List<Integer> failedFacets() {
    return failedFacets;
  }

  /// The number of cavities that needed gift wrapping.
  public int wrapped() {
    return wrapped;
  }
}
