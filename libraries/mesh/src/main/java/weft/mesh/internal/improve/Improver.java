// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.improve;

import java.util.Arrays;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.TetAngles;

/// Improves the worst dihedral angles of a mesh: it moves vertices inside, replaces the tets around
/// an edge, exchanges two tets for three, and inserts vertices beside flat tets. L. A. Freitag and
/// C. Ollivier-Gooch, "Tetrahedral mesh improvement using swapping and smoothing", Int. J. Numer.
/// Meth. Engng. 40 (1997). A change is kept if the worst angle of the tets concerned grows, and no
/// limit is exceeded more than before.
///
/// The boundary, inner walls and all vertices on them stay as they are.
public final class Improver {
  private static final int PASSES = 8;

  /// Vertices are inserted after so many passes, when moves and exchanges have done what they can.
  private static final int FIRST_INSERTING = 2;

  /// Tets with a smaller angle get a vertex beside them.
  private static final double FLAT_DEGREES = 10;

  private final ConstrainedTets mesh;
  private final double target;
  private final Smoothing smoothing;
  private final EdgeRemoval edges;
  private final VertexInsertion insertion;
  private final double flat;
  private int[] waiting = new int[1024];
  private int waitingCount;
  private int[] next = new int[1024];
  private int nextCount;
  private final int maxTets;
  private final WorkClock clock;
  private int ghosts;

  /// Prepares the improvement of a mesh.
  ///
  /// @param degrees tets whose dihedral angles are between this and its supplement are left alone
  /// @param maxTets as many tets as there may be, without ghosts
  public Improver(
      ConstrainedTets mesh, Limits limits, double degrees, int maxTets, WorkClock clock) {
    this.mesh = mesh;
    this.maxTets = maxTets;
    this.clock = clock;
    target = StrictMath.sin(Math.toRadians(degrees));
    smoothing = new Smoothing(mesh, limits);
    edges = new EdgeRemoval(mesh, limits);
    insertion = new VertexInsertion(mesh, limits, FLAT_DEGREES);
    flat = StrictMath.sin(Math.toRadians(FLAT_DEGREES));
  }

  /// Runs until nothing improves any more, or the clock ends it.
  ///
  /// @param tets as many as there are
  public void run(int tets) {
    ghosts = mesh.tets.live() - tets;
    for (int t = 0; t < mesh.tets.slots; t++) {
      add(t);
    }
    for (int pass = 0; pass < PASSES && nextCount > 0; pass++) {
      int[] swap = waiting;
      waiting = next;
      waitingCount = nextCount;
      next = swap;
      nextCount = 0;
      boolean changed = false;
      for (int i = 0; i < waitingCount; i++) {
        if (!clock.goesOn(mesh.tets.live() - ghosts, waitingCount - i)) {
          return;
        }
        int t = waiting[i];
        if (mesh.isReal(t) && quality(t) < target) {
          changed |= improve(t, pass >= FIRST_INSERTING);
        }
      }
      if (!changed && pass >= FIRST_INSERTING) {
        return;
      }
    }
  }

  private void add(int t) {
    if (mesh.isReal(t) && quality(t) < target) {
      if (nextCount == next.length) {
        next = Arrays.copyOf(next, 2 * nextCount);
      }
      next[nextCount++] = t;
    }
  }

  private double quality(int t) {
    int[] v = mesh.tets.vertex;
    return TetAngles.sine(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
  }

  private boolean improve(int t, boolean inserts) {
    boolean changed = false;
    for (int i = 0; i < 4; i++) {
      int v = mesh.tets.vertex[4 * t + i];
      if (mesh.dimension[v] == ConstrainedTets.FREE && smoothing.move(t, v)) {
        changed = true;
        if (quality(t) >= target) {
          break;
        }
      }
    }
    boolean room = mesh.tets.live() - ghosts + EdgeRemoval.MOST <= maxTets;
    if (room && quality(t) < target && (edges.removeOne(t) || edges.flipOne(t))) {
      for (int i = 0; i < edges.madeCount(); i++) {
        add(edges.made(i));
      }
      return true;
    }
    boolean roomForMore = mesh.tets.live() - ghosts + VertexInsertion.MOST_MORE <= maxTets;
    if (inserts && roomForMore && quality(t) < flat && insertion.replace(t)) {
      for (int i = 0; i < insertion.madeCount(); i++) {
        add(insertion.made(i));
      }
      return true;
    }
    add(t);
    return changed;
  }
}
