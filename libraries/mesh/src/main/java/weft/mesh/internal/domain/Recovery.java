// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.DelaunayKernel;
import weft.mesh.internal.PointTetsBuilder;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ShellPoints;

/// Makes the Delaunay tets of a domain's points, and inserts points on segments and in facets until
/// all of them are edges and faces.
public final class Recovery {
  final Domain domain;
  final RecoveryMesh mesh;
  final SegmentPieces pieces;
  private final FacetRecovery facets;

  /// Three vertices for each face of each facet.
  final int[][] faces;

  /// What could not be recovered: the segments' places and the facets' numbers.
  private final List<double[]> failedSegments = new ArrayList<>();

  private final List<Integer> failedFacets = new ArrayList<>();

  private final WorkClock clock;

  private Recovery(
      Domain domain, DelaunayKernel kernel, ShellPoints shells, double floor, WorkClock clock) {
    this.clock = clock;
    this.domain = domain;
    mesh = new RecoveryMesh(kernel);
    pieces = new SegmentPieces(mesh, domain, shells, floor, clock);
    facets = new FacetRecovery(mesh, pieces, domain, floor);
    faces = new int[domain.facetCount()][];
  }

  /// Recovers a domain; null if its points are in a plane.
  ///
  /// @param floor the length below which nothing is divided
  /// @throws java.util.concurrent.CancellationException if the clock ends the work
  public static @Nullable Recovery of(
      Domain domain, ShellPoints shells, double floor, WorkClock clock) {
    DelaunayKernel kernel = PointTetsBuilder.kernel(domain.xyz(), clock);
    if (kernel == null) {
      return null;
    }
    var recovery = new Recovery(domain, kernel, shells, floor, clock);
    recovery.run();
    return recovery;
  }

  /// Six coordinates for each segment that could not be recovered.
  public List<double[]> failedSegments() {
    return failedSegments;
  }

  /// The facets that could not be recovered.
  public List<Integer> failedFacets() {
    return failedFacets;
  }

  private void run() {
    boolean[] failed = new boolean[domain.facetCount()];
    boolean[] open = new boolean[domain.facetCount()];
    Arrays.fill(open, true);
    while (true) {
      pieces.recover();
      facets.setPieces();
      boolean changed = false;
      for (int f = 0; f < open.length; f++) {
        clock.check(mesh.kernel.tets.slots, open.length - f);
        if (open[f] && !failed[f]) {
          int before = mesh.kernel.vertices();
          open[f] = !facets.find(f);
          if (open[f]) {
            failed[f] = !facets.improve(f);
            changed |= mesh.kernel.vertices() > before;
            if (mesh.kernel.vertices() > before) {
              facets.setPieces();
            }
          }
        }
      }
      if (!changed) {
        // A point for one facet may have removed a face of another one.
        boolean again = pieces.recover();
        facets.setPieces();
        for (int f = 0; f < open.length; f++) {
          clock.check(mesh.kernel.tets.slots, open.length - f);
          if (!failed[f]) {
            open[f] = !facets.find(f);
            again |= open[f];
            faces[f] = Arrays.copyOf(facets.found, facets.foundCount);
          }
        }
        if (!again) {
          break;
        }
      }
    }
    failedSegments.addAll(pieces.failed);
    for (int f = 0; f < failed.length; f++) {
      if (failed[f]) {
        failedFacets.add(f);
      }
    }
  }
}
