// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.SurfaceEdges;
import weft.mesh.internal.UnionFind;

/// Checks which way triangles face, and how their shells lie in each other.
final class ShellChecks {
  private final CheckedSurface checked;
  private final Shells shells;

  ShellChecks(CheckedSurface checked, Shells shells) {
    this.checked = checked;
    this.shells = shells;
  }

  void run(List<Defect> defects) {
    checkPoints(defects);
    checkSides(defects);
    checkDepths(defects);
  }

  /// Corners of triangles that meet in edges form fans. A point must have one.
  private void checkPoints(List<Defect> defects) {
    SurfaceEdges edges = checked.edges;
    var fans = new UnionFind(checked.corners.length);
    for (int edge = 0; edge < edges.count(); edge++) {
      int first = edges.side(edge, 0);
      int low = Math.min(edges.from(first), edges.to(first));
      for (int i = 1; i < edges.degree(edge); i++) {
        int side = edges.side(edge, i);
        fans.join(cornerAt(first, low, true), cornerAt(side, low, true));
        fans.join(cornerAt(first, low, false), cornerAt(side, low, false));
      }
    }
    var fanOf = new int[checked.places.length];
    Arrays.fill(fanOf, -1);
    var pinched = new boolean[checked.places.length];
    var found = new DefectCollector(checked.surface, DefectKind.PINCHED_POINT);
    for (int corner = 0; corner < checked.corners.length; corner++) {
      if (!checked.kept[corner / 3]) {
        continue;
      }
      int place = checked.corners[corner];
      int fan = fans.find(corner);
      if (fanOf[place] < 0) {
        fanOf[place] = fan;
      } else if (fanOf[place] != fan && !pinched[place]) {
        pinched[place] = true;
        found.count(1);
        found.point(place);
      }
    }
    for (int corner = 0; corner < checked.corners.length && found.count() > 0; corner++) {
      if (checked.kept[corner / 3] && pinched[checked.corners[corner]]) {
        found.triangle(corner / 3);
      }
    }
    found.addTo(
        defects,
        "1 point is pinched: parts of the surface touch in it alone",
        "%,d points are pinched: parts of the surface touch in them alone",
        "Give each part a point of its own, a little apart, or join the parts along an edge.");
  }

  /// The corner of a side at the lower of its two places, or at the other one.
  private int cornerAt(int side, int low, boolean wantLow) {
    int next = side % 3 == 2 ? side - 2 : side + 1;
    return (checked.edges.from(side) == low) == wantLow ? side : next;
  }

  private void checkSides(List<Defect> defects) {
    SurfaceEdges edges = checked.edges;
    var flipped = new DefectCollector(checked.surface, DefectKind.FLIPPED);
    var oneSided = new DefectCollector(checked.surface, DefectKind.NOT_ORIENTABLE);
    var oneSidedShells = new boolean[shells.count()];
    for (int edge : shells.conflicts()) {
      oneSidedShells[shells.shellOf(edges.side(edge, 0) / 3)] = true;
    }
    for (int t = 0; t < checked.kept.length; t++) {
      if (checked.kept[t]
          && !oneSidedShells[shells.shellOf(t)]
          && shells.isMixed(t)
          && shells.isFlipped(t)) {
        flipped.count(1);
        flipped.triangle(t);
        flipped.middle(t);
      }
    }
    for (int edge : shells.conflicts()) {
      oneSided.count(1);
      oneSided.edge(edges.from(edges.side(edge, 0)), edges.to(edges.side(edge, 0)));
      oneSided.triangle(edges.side(edge, 0) / 3);
      oneSided.triangle(edges.side(edge, 1) / 3);
    }
    flipped.addTo(
        defects,
        "1 triangle faces the other way than its neighbours",
        "%,d triangles face the other way than their neighbours",
        "Repair turns them.");
    oneSided.addTo(
        defects,
        "1 edge cannot be passed without changing the side: the surface has one side only",
        "%,d edges cannot be passed without changing the side: the surface has one side only",
        "Cut the surface there; it encloses no volume.");
  }

  private void checkDepths(List<Defect> defects) {
    var inside = new DefectCollector(checked.surface, DefectKind.INSIDE_OUT);
    var nested = new DefectCollector(checked.surface, DefectKind.NESTED_SHELL);
    var cavities = new DefectCollector(checked.surface, DefectKind.CAVITY);
    for (int shell = 0; shell < shells.count(); shell++) {
      if (!shells.isClosed(shell)) {
        continue;
      }
      int depth = shells.depth(shell);
      boolean facesIn = shells.facesIn(shell) && !shells.isMixedShell(shell);
      if (depth == 0 && facesIn) {
        add(inside, shell);
      } else if (depth % 2 == 1) {
        add(facesIn ? cavities : nested, shell);
      } else if (depth > 0 && facesIn) {
        add(nested, shell);
      }
    }
    inside.addTo(
        defects,
        "1 closed shell is inside out: its front is inside",
        "%,d closed shells are inside out: their fronts are inside",
        "Repair turns them.");
    nested.addTo(
        defects,
        "1 closed shell lies inside another, and both face the same way",
        "%,d closed shells lie inside others, and face the same way",
        "Remove the inner one, or turn it if it bounds a cavity, as repair does.");
    cavities.addTo(
        defects,
        "1 closed shell is a cavity inside another",
        "%,d closed shells are cavities inside others",
        "This is no defect.");
  }

  private void add(DefectCollector collector, int shell) {
    collector.count(1);
    boolean first = true;
    for (int t = 0; t < checked.kept.length; t++) {
      if (checked.kept[t] && shells.shellOf(t) == shell) {
        collector.triangle(t);
        if (first) {
          collector.middle(t);
          first = false;
        }
      }
    }
  }
}
