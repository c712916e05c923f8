// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.util.Arrays;
import java.util.Map;

/// What is written of a mesh.
///
/// @param xyz three coordinates for each point
/// @param corners four or ten points for each tet
/// @param materials the number of each tet's material
/// @param faces three or six points for each face
/// @param markers the number of each face's group
/// @param facets the facet of each face
/// @param boundaryNames names of markers
/// @param materialNames names of materials
/// @param grouped whether faces and groups are written wherever the format can hold them
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TetArrays(
    double[] xyz,
    int[] corners,
    int[] materials,
    int[] faces,
    int[] markers,
    int[] facets,
    Map<Integer, String> boundaryNames,
    Map<Integer, String> materialNames,
    boolean grouped) {
  /// The edges whose middles are the nodes 4 to 9 of a tet, and 3 to 5 of a triangle, as VTK has
  /// them.
  private static final int[] EDGES = {0, 1, 1, 2, 0, 2, 0, 3, 1, 3, 2, 3};

  /// A mesh of one material, whose faces have one marker, and no names.
  public static TetArrays of(double[] xyz, int[] corners, int[] hull) {
    int[] materials = new int[corners.length / 4];
    int[] markers = new int[hull.length / 3];
    Arrays.fill(materials, 1);
    Arrays.fill(markers, 1);
    int[] facets = new int[markers.length];
    return new TetArrays(xyz, corners, materials, hull, markers, facets, Map.of(), Map.of(), false);
  }

  /// 1 if tets have four points, 2 if they have ten.
  int order() {
    return corners.length == 10 * materials.length && corners.length > 0 ? 2 : 1;
  }

  /// The same mesh with a node in the middle of each edge.
  public TetArrays quadratic() {
    long[] keys = new long[6 * (corners.length / 4) + faces.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(i);
    }
    long[] edges = Arrays.stream(keys).sorted().distinct().toArray();
    int points = xyz.length / 3;
    double[] all = Arrays.copyOf(xyz, xyz.length + 3 * edges.length);
    for (int e = 0; e < edges.length; e++) {
      int a = 3 * (int) (edges[e] >>> 32);
      int b = 3 * (int) edges[e];
      for (int k = 0; k < 3; k++) {
        all[3 * (points + e) + k] = xyz[a + k] / 2 + xyz[b + k] / 2;
      }
    }
    int tets = corners.length / 4;
    int[] tens = new int[10 * tets];
    for (int t = 0; t < tets; t++) {
      System.arraycopy(corners, 4 * t, tens, 10 * t, 4);
      for (int i = 0; i < 6; i++) {
        tens[10 * t + 4 + i] = points + Arrays.binarySearch(edges, keys[6 * t + i]);
      }
    }
    int[] sixes = new int[2 * faces.length];
    for (int f = 0; f < faces.length / 3; f++) {
      System.arraycopy(faces, 3 * f, sixes, 6 * f, 3);
      for (int i = 0; i < 3; i++) {
        sixes[6 * f + 3 + i] = points + Arrays.binarySearch(edges, keys[6 * tets + 3 * f + i]);
      }
    }
    return new TetArrays(
        all, tens, materials, sixes, markers, facets, boundaryNames, materialNames, grouped);
  }

  private long key(int i) {
    int tetEdges = 6 * (corners.length / 4);
    int a;
    int b;
    if (i < tetEdges) {
      a = corners[4 * (i / 6) + EDGES[2 * (i % 6)]];
      b = corners[4 * (i / 6) + EDGES[2 * (i % 6) + 1]];
    } else {
      int f = (i - tetEdges) / 3;
      int e = (i - tetEdges) % 3;
      a = faces[3 * f + EDGES[2 * e]];
      b = faces[3 * f + EDGES[2 * e + 1]];
    }
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }
}
