// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.ShellPoints;

/// The segments of a domain in pieces, which are halved until each is an edge of the Delaunay tets.
final class SegmentPieces {
  private final RecoveryMesh mesh;
  private final ShellPoints shells;

  /// Below this length nothing is halved.
  private final double floor;

  /// Two vertices and the segment of each piece.
  private int[] pieces = new int[3 * 64];

  private int count;

  /// Segments that could not be recovered: six coordinates of a piece of each.
  final List<double[]> failed = new ArrayList<>();

  private final WorkClock clock;

  SegmentPieces(
      RecoveryMesh mesh, Domain domain, ShellPoints shells, double floor, WorkClock clock) {
    this.mesh = mesh;
    this.clock = clock;
    this.shells = shells;
    this.floor = floor;
    for (int i = 0; i < domain.segments().length; i += 2) {
      add(domain.segments()[i] + 1, domain.segments()[i + 1] + 1, i / 2);
    }
  }

  private void add(int a, int b, int segment) {
    if (3 * count == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * pieces.length);
    }
    pieces[3 * count] = a;
    pieces[3 * count + 1] = b;
    pieces[3 * count++ + 2] = segment;
  }

  int count() {
    return count;
  }

  int first(int piece) {
    return pieces[3 * piece];
  }

  int second(int piece) {
    return pieces[3 * piece + 1];
  }

  int segment(int piece) {
    return pieces[3 * piece + 2];
  }

  /// Halves pieces until all are edges. Returns whether one was halved.
  boolean recover() {
    failed.clear();
    boolean changed = false;
    // Halves are appended, so all are looked at.
    for (int i = 0; i < count; i++) {
      while (mesh.tetOf(first(i), second(i)) < 0) {
        clock.check(mesh.kernel.tets.slots, count - i);
        if (!split(i)) {
          failed.add(place(i));
          break;
        }
        changed = true;
      }
    }
    return changed;
  }

  /// Splits a piece. Returns false if it is too short.
  boolean split(int i) {
    int a = first(i);
    int b = second(i);
    double length = mesh.distance(a, b);
    if (length < 2 * floor) {
      return false;
    }
    double part = shells.part(a, b, mesh.dimension[a], mesh.dimension[b], length);
    double[] x = mesh.kernel.xyz();
    int p =
        mesh.insert(
            x[3 * a] + part * (x[3 * b] - x[3 * a]),
            x[3 * a + 1] + part * (x[3 * b + 1] - x[3 * a + 1]),
            x[3 * a + 2] + part * (x[3 * b + 2] - x[3 * a + 2]),
            ConstrainedTets.ON_SEGMENT,
            segment(i),
            a);
    if (p < 0) {
      return false;
    }
    pieces[3 * i + 1] = p;
    add(p, b, segment(i));
    return true;
  }

  private double[] place(int i) {
    double[] x = mesh.kernel.xyz();
    int a = 3 * first(i);
    int b = 3 * second(i);
    return new double[] {x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2]};
  }
}
