// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import weft.mesh.internal.HangingNodes;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.domain.GivenSegments;
import weft.mesh.internal.domain.SurfaceFacets;
import weft.mesh.internal.refine.FeatureTable;

/// Makes a mesh of what a file holds: turns its tets, links them, and finds facets and segments.
final class TetMeshAssembly {
  /// Corners of the face opposite each corner, counterclockwise seen from inside.
  private static final int[][] FACE = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

  private final MeshContent grid;
  private final Predicates exact = new Predicates();
  private final double[] xyz;
  private final int[] tets;
  private final int[] neighbours;

  /// The materials of tets, all positive.
  private final int[] materials;

  /// The number of each point of the file in the mesh; −1 if no tet has it.
  private final int[] numbers;

  private int[] faces = new int[3 * 64];
  private int[] markers = new int[64];
  private int faceCount;

  /// Numbers the points of tets.
  ///
  /// @throws IllegalArgumentException with a sentence, if there are no tets, or points that are
  ///   none
  TetMeshAssembly(MeshContent grid) {
    this.grid = grid;
    if (grid.tets().length == 0) {
      throw new IllegalArgumentException("it has no tets.");
    }
    numbers = new int[grid.xyz().length / 3];
    Arrays.fill(numbers, -1);
    for (int p : grid.tets()) {
      numbers[p] = 0;
    }
    int count = 0;
    for (int p = 0; p < numbers.length; p++) {
      numbers[p] = numbers[p] == 0 ? count++ : -1;
    }
    xyz = new double[3 * count];
    for (int p = 0; p < numbers.length; p++) {
      for (int k = 0; numbers[p] >= 0 && k < 3; k++) {
        double value = grid.xyz()[3 * p + k];
        if (!Double.isFinite(value) || !Predicates.isInRange(value)) {
          throw new IllegalArgumentException(
              "point %d has the coordinate %s; those are 0, or from 1e-20 to 1e20 in magnitude."
                  .formatted(p, value));
        }
        xyz[3 * numbers[p] + k] = value;
      }
    }
    tets = Arrays.stream(grid.tets()).map(p -> numbers[p]).toArray();
    neighbours = new int[tets.length];
    materials = Arrays.stream(grid.materials()).map(each -> Math.max(1, each)).toArray();
  }

  /// The values of those points that the mesh has.
  double[] kept(double[] values, int width) {
    double[] kept = new double[width * (xyz.length / 3)];
    for (int p = 0; p < numbers.length; p++) {
      if (numbers[p] >= 0) {
        System.arraycopy(values, width * p, kept, width * numbers[p], width);
      }
    }
    return kept;
  }

  /// Makes the mesh.
  ///
  /// @throws IllegalArgumentException with a sentence, if tets are flat, or three have one face, or
  ///   a vertex lies in a face that does not have it
  TetMesh mesh() {
    turn();
    link();
    findFaces();
    checkFit();
    int[] corners = Arrays.copyOf(faces, 3 * faceCount);
    int[] numbersOfFaces = Arrays.copyOf(markers, faceCount);
    // Facets need triangles of one orientation, the mesh those that look outwards.
    var facets = new SurfaceFacets(xyz, corners.clone(), numbersOfFaces);
    GivenSegments segments = segments(facets.segments());
    var arrays =
        new TetMeshArrays(
            xyz,
            0,
            tets,
            neighbours,
            materials,
            corners,
            numbersOfFaces,
            facets.facets,
            segments.segments(),
            grid.marks().with(segments.markers(), pointMarkers()),
            names(grid.boundaryNames(), numbersOfFaces),
            names(grid.materialNames(), materials));
    MeshShape shape = Shapes.of(xyz, tets);
    return new TetMesh(
        arrays,
        new MeshingOutcome(
            MeshingOutcome.End.COMPLETE, 0, 0, new double[0], shape, shape, List.of()));
  }

  private GivenSegments segments(int[] borders) {
    var segments = new GivenSegments(borders);
    int[] given = grid.segments();
    int width = grid.segmentWidth();
    for (int s = 0; width * s < given.length; s++) {
      segments.add(
          numbers[given[width * s]], numbers[given[width * s + 1]], grid.marks().ofSegment(s));
    }
    segments.keepEdges(tets);
    return segments;
  }

  /// The markers of vertices, up to the last one that has one.
  private int[] pointMarkers() {
    int[] markers = new int[xyz.length / 3];
    int used = 0;
    for (int p = 0; p < numbers.length; p++) {
      if (numbers[p] >= 0 && grid.marks().ofPoint(p) > 0) {
        markers[numbers[p]] = grid.marks().ofPoint(p);
        used = Math.max(used, numbers[p] + 1);
      }
    }
    return Arrays.copyOf(markers, used);
  }

  private static NavigableMap<Integer, String> names(Map<Integer, String> given, int[] used) {
    TreeMap<Integer, String> names = new TreeMap<>(given);
    names.headMap(1).clear();
    for (int each : used) {
      names.putIfAbsent(each, "");
    }
    return Collections.unmodifiableNavigableMap(names);
  }

  private void turn() {
    for (int o = 0; o < tets.length; o += 4) {
      int sign = exact.orient3d(xyz, tets[o], tets[o + 1], tets[o + 2], tets[o + 3]);
      if (sign == 0) {
        throw new IllegalArgumentException("tet %d is flat.".formatted(o / 4));
      }
      if (sign < 0) {
        int kept = tets[o + 2];
        tets[o + 2] = tets[o + 3];
        tets[o + 3] = kept;
      }
    }
  }

  private int corner(int place, int i) {
    return tets[place / 4 * 4 + FACE[place % 4][i]];
  }

  private void link() {
    Arrays.fill(neighbours, -1);
    FeatureTable open = new FeatureTable();
    for (int place = 0; place < tets.length; place++) {
      int a = corner(place, 0) + 1;
      int b = corner(place, 1) + 1;
      int c = corner(place, 2) + 1;
      int found = open.find(a, b, c);
      if (found < 0) {
        open.put(a, b, c, 0, place);
      } else {
        int other = open.tet(found);
        if (neighbours[other] >= 0) {
          throw new IllegalArgumentException(
              "tets %d, %d and %d have one face."
                  .formatted(other / 4, neighbours[other], place / 4));
        }
        neighbours[place] = other / 4;
        neighbours[other] = place / 4;
      }
    }
  }

  /// The triangles of the file that are faces, then what else is on the boundary or between
  /// materials.
  private void findFaces() {
    FeatureTable given = new FeatureTable();
    int[] triangles = grid.faces();
    int largest = 0;
    for (int t = 0; t < grid.markers().length; t++) {
      int a = numbers[triangles[3 * t]] + 1;
      int b = numbers[triangles[3 * t + 1]] + 1;
      int c = numbers[triangles[3 * t + 2]] + 1;
      largest = Math.max(largest, grid.markers()[t]);
      if (a > 0 && b > 0 && c > 0) {
        given.put(a, b, c, Math.max(1, grid.markers()[t]), 0);
      }
    }
    for (int place = 0; place < tets.length; place++) {
      int other = neighbours[place];
      int found = given.find(corner(place, 0) + 1, corner(place, 1) + 1, corner(place, 2) + 1);
      boolean needed = other < 0 || materials[other] != materials[place / 4];
      if (other < place / 4 && (found >= 0 || needed)) {
        add(place, found >= 0 ? given.feature(found) : largest + 1);
      }
    }
  }

  /// Refuses tets beside finer ones: their faces would be a boundary inside the mesh.
  private void checkFit() {
    int[] outer = new int[3 * tets.length];
    int count = 0;
    for (int place = 0; place < tets.length; place++) {
      for (int i = 0; neighbours[place] < 0 && i < 3; i++) {
        outer[count++] = corner(place, i);
      }
    }
    int hanging = HangingNodes.find(xyz, Arrays.copyOf(outer, count));
    if (hanging >= 0) {
      throw new IllegalArgumentException(
          "a vertex at (%s, %s, %s) lies in a face of a tet without being its corner (a hanging node); divide that tet there."
              .formatted(xyz[3 * hanging], xyz[3 * hanging + 1], xyz[3 * hanging + 2]));
    }
  }

  private void add(int place, int marker) {
    if (faceCount == markers.length) {
      markers = Arrays.copyOf(markers, 2 * faceCount);
      faces = Arrays.copyOf(faces, 6 * faceCount);
    }
    // Seen from outside, the other way round.
    faces[3 * faceCount] = corner(place, 0);
    faces[3 * faceCount + 1] = corner(place, 2);
    faces[3 * faceCount + 2] = corner(place, 1);
    markers[faceCount++] = marker;
  }
}
