// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.List;
import weft.mesh.internal.BoxTree;
import weft.mesh.internal.TrianglePairs;

/// Finds triangles that meet elsewhere than in common corners and edges: a tree of boxes, then
/// pairs.
final class IntersectionChecks {
  private final CheckedSurface checked;

  IntersectionChecks(CheckedSurface checked) {
    this.checked = checked;
  }

  void run(List<Defect> defects) {
    int[] numbers = numbers();
    var boxes = new double[6 * numbers.length];
    double[] xyz = checked.surface.points();
    for (int i = 0; i < numbers.length; i++) {
      for (int k = 0; k < 3; k++) {
        double a = xyz[3 * checked.corners[3 * numbers[i]] + k];
        double b = xyz[3 * checked.corners[3 * numbers[i] + 1] + k];
        double c = xyz[3 * checked.corners[3 * numbers[i] + 2] + k];
        boxes[6 * i + k] = Math.min(a, Math.min(b, c));
        boxes[6 * i + 3 + k] = Math.max(a, Math.max(b, c));
      }
    }
    var tree = new BoxTree(boxes);
    var crossing = new DefectCollector(checked.surface, DefectKind.INTERSECTION);
    var overlapping = new DefectCollector(checked.surface, DefectKind.OVERLAP);
    tree.pairs((i, j) -> {
      int first = numbers[Math.min(i, j)];
      int second = numbers[Math.max(i, j)];
      add(first, second, crossing, overlapping);
    });
    overlapping.addTo(
        defects,
        "1 pair of triangles overlaps in a common plane",
        "%,d pairs of triangles overlap in a common plane",
        "Remove one of each, or join the parts of the surface first.");
    crossing.addTo(
        defects,
        "1 pair of triangles intersects, or touches elsewhere than in common corners and edges",
        "%,d pairs of triangles intersect, or touch elsewhere than in common corners and edges",
        "Join the parts of the surface by a Boolean operation, or move them apart.");
  }

  private void add(int first, int second, DefectCollector crossing, DefectCollector overlapping) {
    TrianglePairs.Meeting meeting = checked.pairs.meeting(checked.corners, first, second);
    if (meeting == TrianglePairs.Meeting.NONE) {
      return;
    }
    DefectCollector collector = meeting == TrianglePairs.Meeting.OVERLAP ? overlapping : crossing;
    collector.count(1);
    collector.triangle(first);
    collector.triangle(second);
    double[] place = checked.pairs.place;
    collector.place(place[0], place[1], place[2]);
  }

  private int[] numbers() {
    int count = 0;
    var numbers = new int[checked.solid.length];
    for (int t = 0; t < numbers.length; t++) {
      if (checked.solid[t]) {
        numbers[count++] = t;
      }
    }
    return java.util.Arrays.copyOf(numbers, count);
  }
}
