// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Collects what a file of a mesh holds, in the order in which it comes.
public final class ContentBuilder {
  private double[] xyz = new double[3 << 10];
  private int points;
  private int[] faces = new int[3 << 10];
  private int[] markers = new int[1 << 10];
  private int faceCount;
  private int[] tets = new int[4 << 10];
  private int[] materials = new int[1 << 10];
  private int tetCount;
  private int[] segments = new int[0];
  private int[] segmentMarkers = new int[0];
  private int segmentCount;
  private int[] pointMarkers = new int[0];
  private final Map<Integer, String> segmentNames = new LinkedHashMap<>();
  private final Map<Integer, String> pointNames = new LinkedHashMap<>();
  private int marker;
  private int material = 1;
  private final Map<Integer, String> boundaryNames = new LinkedHashMap<>();
  private final Map<Integer, String> materialNames = new LinkedHashMap<>();
  private final Map<String, Integer> groups = new LinkedHashMap<>();
  private final List<MeshValues> values = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final FacePolygons polygons = new FacePolygons();
  private String missing = "";
  private String header = "";
  private long foreign;
  private String kind = "";
  private long curved;

  /// Points that other elements, or the middles of curved ones, use.
  private boolean[] others = new boolean[1 << 10];

  /// The number of points so far.
  public int pointCount() {
    return points;
  }

  /// The number of triangles so far.
  public int faceCount() {
    return faceCount;
  }

  /// The number of tets so far.
  public int tetCount() {
    return tetCount;
  }

  /// Adds a point.
  public void point(double x, double y, double z) {
    if (3 * points == xyz.length) {
      xyz = Arrays.copyOf(xyz, 2 * xyz.length);
    }
    xyz[3 * points] = x;
    xyz[3 * points + 1] = y;
    xyz[3 * points + 2] = z;
    points++;
  }

  /// Sets the group of the triangles that follow, by its name alone. Such groups are numbered from
  /// 1.
  public void group(String name) {
    Integer known = groups.get(name);
    if (known == null) {
      known = groups.size() + 1;
      groups.put(name, known);
    }
    marker(known, name);
  }

  /// Sets the number of the triangles that follow.
  ///
  /// @param name of the group, or an empty text
  public void marker(int number, String name) {
    marker = number;
    addName(boundaryNames, number, name);
  }

  /// Sets the number of the tets that follow.
  ///
  /// @param name of the material, or an empty text
  public void material(int number, String name) {
    material = number;
    addName(materialNames, number, name);
  }

  private static void addName(Map<Integer, String> names, int number, String name) {
    names.merge(number, name, (a, b) -> a.isEmpty() ? b : a);
  }

  /// Adds a triangle.
  public void triangle(int a, int b, int c) {
    if (faceCount == markers.length) {
      faces = Arrays.copyOf(faces, 2 * faces.length);
      markers = Arrays.copyOf(markers, 2 * markers.length);
    }
    faces[3 * faceCount] = a;
    faces[3 * faceCount + 1] = b;
    faces[3 * faceCount + 2] = c;
    markers[faceCount++] = marker;
  }

  /// Adds a face with any number of corners, which is cut into triangles when all points are known.
  public void face(int[] corners, int count) {
    if (count > 3) {
      polygons.add(faceCount, corners, count);
    }
    for (int i = 2; i < count; i++) {
      triangle(corners[0], corners[i - 1], corners[i]);
    }
  }

  /// Adds a tet; of more than four points the first four are its corners.
  public void tet(int[] corners) {
    if (tetCount == materials.length) {
      materials = Arrays.copyOf(materials, 2 * tetCount);
      tets = Arrays.copyOf(tets, 8 * tetCount);
    }
    System.arraycopy(corners, 0, tets, 4 * tetCount, 4);
    materials[tetCount++] = material;
  }

  /// Adds a piece of a segment that has a marker. Without one, a number below 1, it is left out.
  public void segment(int a, int b, int number, String name) {
    if (number < 1) {
      return;
    }
    if (segmentCount == segmentMarkers.length) {
      segmentMarkers = Arrays.copyOf(segmentMarkers, 2 * segmentCount + 16);
      segments = Arrays.copyOf(segments, 2 * segmentMarkers.length);
    }
    segments[2 * segmentCount] = a;
    segments[2 * segmentCount + 1] = b;
    segmentMarkers[segmentCount++] = number;
    addName(segmentNames, number, name);
  }

  /// Gives a point a marker; a number below 1 is none.
  public void pointMarker(int point, int number, String name) {
    if (number < 1 || point < 0) {
      return;
    }
    if (point >= pointMarkers.length) {
      pointMarkers = Arrays.copyOf(pointMarkers, Math.max(2 * pointMarkers.length, point + 1));
    }
    pointMarkers[point] = number;
    addName(pointNames, number, name);
  }

  /// Names a marker of segments, which may have members or not.
  public void segmentName(int number, String name) {
    addName(segmentNames, number, name);
  }

  /// Names a marker of points.
  public void pointName(int number, String name) {
    addName(pointNames, number, name);
  }

  /// Notes that elements other than triangles use points.
  public void uses(int[] corners, int from, int to) {
    for (int k = from; k < to; k++) {
      int point = corners[k];
      if (point >= 0) {
        if (point >= others.length) {
          others = Arrays.copyOf(others, Math.max(2 * others.length, point + 1));
        }
        others[point] = true;
      }
    }
  }

  /// Notes that a face was curved, and only its corners were taken.
  public void curved() {
    curved++;
  }

  /// Notes a cell that is neither a tet nor a triangle.
  ///
  /// @param what it is, such as "a hexahedron"
  public void foreign(String what) {
    kind = foreign == 0 ? what : kind;
    foreign++;
  }

  /// Adds values.
  public void values(MeshValues more) {
    values.add(more);
  }

  /// Says what was done to the contents.
  public void remark(String sentence) {
    done.add(sentence);
  }

  /// Notes that the file ended too early.
  public void cut(String what) {
    missing = what;
  }

  /// Notes that the header of the file promises another number of triangles.
  public void wrongHeader(String sentence) {
    header = sentence;
  }

  /// All that was added.
  ///
  /// @param name what error messages call the file
  /// @throws WrongFileException if a triangle or a tet has a point that is not there
  public MeshContent build(String name) throws WrongFileException {
    check(name, "triangle", faces, 3 * faceCount);
    check(name, "tet", tets, 4 * tetCount);
    check(name, "segment", segments, 2 * segmentCount);
    int fans = polygons.cut(xyz, faces);
    if (fans > 0) {
      remark(
          String.format(
              Locale.ROOT,
              "%,d faces that are not convex were cut around their first corner: their borders"
                  + " cross, or have too many corners.",
              fans));
    }
    if (curved > 0) {
      remark(
          String.format(
              Locale.ROOT, "Of %,d curved elements only the corners were taken.", curved));
    }
    uses(tets, 0, 4 * tetCount);
    return new MeshContent(
        Arrays.copyOf(xyz, 3 * points),
        Arrays.copyOf(tets, 4 * tetCount),
        Arrays.copyOf(materials, tetCount),
        Arrays.copyOf(faces, 3 * faceCount),
        Arrays.copyOf(markers, faceCount),
        new int[0],
        boundaryNames,
        materialNames,
        Arrays.copyOf(segments, 2 * segmentCount),
        FeatureMarks.of(
            Arrays.copyOf(segmentMarkers, segmentCount),
            Arrays.copyOf(pointMarkers, Math.min(pointMarkers.length, points)),
            segmentNames,
            pointNames),
        values,
        true,
        new FileRemarks(missing, header, List.copyOf(done), foreign, kind, others));
  }

  private void check(String name, String what, int[] corners, int count) throws WrongFileException {
    for (int i = 0; i < count; i++) {
      if (corners[i] < 0 || corners[i] >= points) {
        throw new WrongFileException(
            "%s has a %s with point %d of %d".formatted(name, what, corners[i] + 1L, points));
      }
    }
  }
}
