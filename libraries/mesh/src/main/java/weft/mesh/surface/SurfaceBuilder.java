// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects the points and triangles of a file.
final class SurfaceBuilder {
  private double[] points = new double[3 << 10];
  private int pointCount;
  private int[] triangles = new int[3 << 10];
  private int[] groupOf = new int[1 << 10];
  private int triangleCount;
  private int group;
  private final Map<String, Integer> groups = new LinkedHashMap<>();
  private final List<FileNote> notes = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  int pointCount() {
    return pointCount;
  }

  int triangleCount() {
    return triangleCount;
  }

  void point(double x, double y, double z) {
    if (3 * pointCount == points.length) {
      points = Arrays.copyOf(points, 2 * points.length);
    }
    points[3 * pointCount] = x;
    points[3 * pointCount + 1] = y;
    points[3 * pointCount + 2] = z;
    pointCount++;
  }

  /// Sets the group of the triangles that follow.
  void group(String name) {
    Integer known = groups.get(name);
    if (known == null) {
      known = groups.size();
      groups.put(name, known);
    }
    group = known;
  }

  void triangle(int a, int b, int c) {
    if (triangleCount == groupOf.length) {
      triangles = Arrays.copyOf(triangles, 2 * triangles.length);
      groupOf = Arrays.copyOf(groupOf, 2 * groupOf.length);
    }
    triangles[3 * triangleCount] = a;
    triangles[3 * triangleCount + 1] = b;
    triangles[3 * triangleCount + 2] = c;
    groupOf[triangleCount++] = group;
  }

  /// Adds a face with any number of corners, cut into triangles that share its first corner.
  void face(int[] corners, int count) {
    for (int i = 2; i < count; i++) {
      triangle(corners[0], corners[i - 1], corners[i]);
    }
  }

  /// Removes those points for which `candidates` holds and that are no corner of a triangle.
  /// Returns their number.
  int dropPoints(boolean[] candidates) {
    var corner = new boolean[pointCount];
    for (int i = 0; i < 3 * triangleCount; i++) {
      if (triangles[i] >= 0 && triangles[i] < pointCount) {
        corner[triangles[i]] = true;
      }
    }
    var renumbered = new int[pointCount];
    int kept = 0;
    for (int i = 0; i < pointCount; i++) {
      renumbered[i] = kept;
      if (corner[i] || i >= candidates.length || !candidates[i]) {
        System.arraycopy(points, 3 * i, points, 3 * kept++, 3);
      }
    }
    for (int i = 0; i < 3 * triangleCount; i++) {
      if (triangles[i] >= 0 && triangles[i] < pointCount) {
        triangles[i] = renumbered[triangles[i]];
      }
    }
    int dropped = pointCount - kept;
    pointCount = kept;
    return dropped;
  }

  /// Notes a defect of the file itself.
  void note(DefectKind kind, String sentence) {
    notes.add(new FileNote(kind, sentence));
  }

  void remark(String sentence) {
    remarks.add(sentence);
  }

  /// Notes that the file ended too early.
  void cut(String missing) {
    note(
        DefectKind.CUT_FILE,
        String.format(
            java.util.Locale.ROOT,
            "The file ends before %s. %,d triangles were read. Get the whole file, or write it again.",
            missing,
            triangleCount));
  }

  SurfaceArrays build(String name) throws SurfaceFileException {
    if (triangleCount == 0) {
      for (FileNote note : notes) {
        if (note.kind() == DefectKind.CUT_FILE) {
          throw new SurfaceFileException(
              "the surface " + name + " has no whole triangle: " + lower(note.sentence()));
        }
      }
      throw new SurfaceFileException("the surface " + name + " has no triangles");
    }
    for (int i = 0; i < 3 * triangleCount; i++) {
      if (triangles[i] < 0 || triangles[i] >= pointCount) {
        throw new SurfaceFileException(
            "the surface "
                + name
                + " has a triangle with point "
                + (triangles[i] + 1L)
                + " of "
                + pointCount);
      }
    }
    return new SurfaceArrays(
        Arrays.copyOf(points, 3 * pointCount),
        Arrays.copyOf(triangles, 3 * triangleCount),
        Arrays.copyOf(groupOf, triangleCount),
        groups.isEmpty() ? List.of("") : List.copyOf(groups.keySet()),
        List.copyOf(notes),
        List.copyOf(remarks));
  }

  private static String lower(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
