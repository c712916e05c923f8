// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// What a file of a mesh holds: points, tets, triangles, and their groups. Points are numbered from
/// 0. Those that only other elements use are left out when triangles are taken alone.
///
/// @param xyz three coordinates for each point
/// @param tets four or ten points for each tet
/// @param materials the number of each tet's material
/// @param faces three or six points for each triangle
/// @param markers the number of each triangle's group
/// @param facets the facet of each triangle; empty if there are none
/// @param boundaryNames names of markers
/// @param materialNames names of materials
/// @param segments two points for each segment, and behind them its middle if tets have ten
/// @param marks markers of segments and points
/// @param values values at points, tets and triangles
/// @param grouped whether triangles and groups are written wherever the format can hold them
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MeshContent(
    double[] xyz,
    int[] tets,
    int[] materials,
    int[] faces,
    int[] markers,
    int[] facets,
    Map<Integer, String> boundaryNames,
    Map<Integer, String> materialNames,
    int[] segments,
    FeatureMarks marks,
    List<MeshValues> values,
    boolean grouped,
    FileRemarks remarks) {
  /// The edges whose middles are the nodes 4 to 9 of a tet, and 3 to 5 of a triangle, as VTK has
  /// them.
  private static final int[] EDGES = {0, 1, 1, 2, 0, 2, 0, 3, 1, 3, 2, 3};

  /// A mesh of one material, whose faces have one marker, and no names.
  public static MeshContent of(double[] xyz, int[] tets, int[] hull) {
    int[] materials = new int[tets.length / 4];
    int[] markers = new int[hull.length / 3];
    Arrays.fill(materials, 1);
    Arrays.fill(markers, 1);
    return new MeshContent(
        xyz,
        tets,
        materials,
        hull,
        markers,
        new int[markers.length],
        Map.of(),
        Map.of(),
        new int[0],
        FeatureMarks.NONE,
        List.of(),
        false,
        FileRemarks.NONE);
  }

  /// Triangles alone.
  public static MeshContent ofSurface(
      double[] xyz,
      int[] triangles,
      int[] markers,
      Map<Integer, String> names,
      List<MeshValues> values) {
    return new MeshContent(
        xyz,
        new int[0],
        new int[0],
        triangles,
        markers,
        new int[0],
        names,
        Map.of(),
        new int[0],
        FeatureMarks.NONE,
        values,
        true,
        FileRemarks.NONE);
  }

  /// The number of points of a segment.
  public int segmentWidth() {
    return order() + 1;
  }

  /// Those segments that have markers: the points and the marker of each.
  public int[][] markedSegments() {
    List<int[]> marked = new ArrayList<>();
    int width = segmentWidth();
    for (int s = 0; width * s < segments.length; s++) {
      if (marks.ofSegment(s) > 0) {
        int[] row = Arrays.copyOfRange(segments, width * s, width * s + width + 1);
        row[width] = marks.ofSegment(s);
        marked.add(row);
      }
    }
    return marked.toArray(new int[0][]);
  }

  /// Those points that have markers: the point and its marker.
  public int[][] markedPoints() {
    List<int[]> marked = new ArrayList<>();
    for (int p = 0; p < marks.ofPoints().length; p++) {
      if (marks.ofPoint(p) > 0) {
        marked.add(new int[] {p, marks.ofPoint(p)});
      }
    }
    return marked.toArray(new int[0][]);
  }

  /// The number of points.
  public int pointCount() {
    return xyz.length / 3;
  }

  /// The number of tets.
  public int tetCount() {
    return materials.length;
  }

  /// The number of triangles.
  public int faceCount() {
    return markers.length;
  }

  /// Whether there are triangles alone.
  public boolean isSurface() {
    return grouped && tets.length == 0;
  }

  /// 1 if tets have four points, 2 if they have ten.
  public int order() {
    return tets.length == 10 * materials.length && tets.length > 0 ? 2 : 1;
  }

  /// The number of points of a tet.
  public int tetWidth() {
    return order() == 1 ? 4 : 10;
  }

  /// The number of points of a triangle.
  public int faceWidth() {
    return 3 * order();
  }

  /// The triangles alone, with their corners and the points that they use. A surface is returned as
  /// it is.
  public MeshContent boundary() {
    if (isSurface()) {
      return this;
    }
    int[] numbers = new int[pointCount()];
    for (int f = 0; f < faceCount(); f++) {
      for (int i = 0; i < 3; i++) {
        numbers[faces[faceWidth() * f + i]] = 1;
      }
    }
    double[] kept = new double[xyz.length];
    int count = 0;
    for (int p = 0; p < numbers.length; p++) {
      if (numbers[p] > 0) {
        System.arraycopy(xyz, 3 * p, kept, 3 * count, 3);
        numbers[p] = count++;
      }
    }
    int[] corners = new int[3 * faceCount()];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = numbers[faces[faceWidth() * (i / 3) + i % 3]];
    }
    return ofSurface(Arrays.copyOf(kept, 3 * count), corners, markers, boundaryNames, List.of());
  }

  /// The same mesh with a node in the middle of each edge. Values there are the means of the ends.
  public MeshContent quadratic() {
    long[] keys = new long[6 * (tets.length / 4) + faces.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(i);
    }
    long[] edges = Arrays.stream(keys).sorted().distinct().toArray();
    int points = pointCount();
    int count = tets.length / 4;
    int[] tens = new int[10 * count];
    for (int t = 0; t < count; t++) {
      System.arraycopy(tets, 4 * t, tens, 10 * t, 4);
      for (int i = 0; i < 6; i++) {
        tens[10 * t + 4 + i] = points + Arrays.binarySearch(edges, keys[6 * t + i]);
      }
    }
    int[] sixes = new int[2 * faces.length];
    for (int f = 0; f < faces.length / 3; f++) {
      System.arraycopy(faces, 3 * f, sixes, 6 * f, 3);
      for (int i = 0; i < 3; i++) {
        sixes[6 * f + 3 + i] = points + Arrays.binarySearch(edges, keys[6 * count + 3 * f + i]);
      }
    }
    int[] threes = new int[segments.length / 2 * 3];
    for (int s = 0; s < threes.length / 3; s++) {
      int a = segments[2 * s];
      int b = segments[2 * s + 1];
      threes[3 * s] = a;
      threes[3 * s + 1] = b;
      // A segment is an edge of tets.
      threes[3 * s + 2] = points + Arrays.binarySearch(edges, key(a, b));
    }
    List<MeshValues> all = new ArrayList<>();
    for (MeshValues each : values) {
      all.add(
          each.place() == MeshValues.Place.POINT
              ? new MeshValues(
                  each.name(),
                  each.place(),
                  each.components(),
                  withMiddles(each.values(), each.components(), edges))
              : each);
    }
    return new MeshContent(
        withMiddles(xyz, 3, edges),
        tens,
        materials,
        sixes,
        markers,
        facets,
        boundaryNames,
        materialNames,
        threes,
        marks,
        all,
        grouped,
        remarks);
  }

  private static double[] withMiddles(double[] numbers, int width, long[] edges) {
    double[] all = Arrays.copyOf(numbers, numbers.length + width * edges.length);
    for (int e = 0; e < edges.length; e++) {
      int a = width * (int) (edges[e] >>> 32);
      int b = width * (int) edges[e];
      for (int k = 0; k < width; k++) {
        all[numbers.length + width * e + k] = numbers[a + k] / 2 + numbers[b + k] / 2;
      }
    }
    return all;
  }

  private long key(int i) {
    int tetEdges = 6 * (tets.length / 4);
    int a;
    int b;
    if (i < tetEdges) {
      a = tets[4 * (i / 6) + EDGES[2 * (i % 6)]];
      b = tets[4 * (i / 6) + EDGES[2 * (i % 6) + 1]];
    } else {
      int f = (i - tetEdges) / 3;
      int e = (i - tetEdges) % 3;
      a = faces[3 * f + EDGES[2 * e]];
      b = faces[3 * f + EDGES[2 * e + 1]];
    }
    return key(a, b);
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }
}
