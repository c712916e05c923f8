// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.refine.ConstrainedTets;

/// Makes a [TetMesh] of tets that are finished.
final class TetMeshBuilder {
  private final ConstrainedTets mesh;
  private final IntUnaryOperator markerOf;
  private final NavigableMap<Integer, String> boundaryNames;
  private final TreeMap<Integer, String> materialNames;
  private final int[] materials;

  /// @param markerOf the marker of each facet
  /// @param materials the number of each region
  TetMeshBuilder(
      ConstrainedTets mesh,
      IntUnaryOperator markerOf,
      NavigableMap<Integer, String> boundaryNames,
      NavigableMap<Integer, String> materialNames,
      int[] materials) {
    this.mesh = mesh;
    this.markerOf = markerOf;
    this.boundaryNames = Collections.unmodifiableNavigableMap(new TreeMap<>(boundaryNames));
    this.materialNames = new TreeMap<>(materialNames);
    this.materials = materials;
    for (int material : materials) {
      this.materialNames.putIfAbsent(material, "");
    }
  }

  /// @param marks of the segments and points of the input
  /// @param numberOf the vertex that each point of the input has become, from 1; 0 if none
  TetMesh build(
      MeshingOutcome outcome, int inputVertices, FeatureMarks marks, IntUnaryOperator numberOf) {
    int[] places = new int[mesh.tets.slots];
    int count = 0;
    for (int t = 0; t < places.length; t++) {
      places[t] = mesh.isReal(t) ? count++ : -1;
    }
    int[] corners = new int[4 * count];
    int[] neighbours = new int[4 * count];
    int[] numbers = new int[count];
    for (int t = 0; t < places.length; t++) {
      for (int i = 0; i < 4 && places[t] >= 0; i++) {
        corners[4 * places[t] + i] = mesh.tets.vertex[4 * t + i] - 1;
        neighbours[4 * places[t] + i] = places[mesh.tets.link[4 * t + i] >> 2];
        numbers[places[t]] = materials[mesh.material[t]];
      }
    }
    var faces = new Faces(places);
    faces.run();
    int[] entries = mesh.segments.sorted();
    int[] segments = new int[2 * entries.length];
    int[] segmentMarkers = new int[entries.length];
    for (int i = 0; i < entries.length; i++) {
      segmentMarkers[i] = marks.ofSegment(mesh.segments.feature(entries[i]));
      segments[2 * i] = mesh.segments.vertex(entries[i], 1) - 1;
      segments[2 * i + 1] = mesh.segments.vertex(entries[i], 2) - 1;
    }
    int[] pointMarkers = new int[inputVertices];
    for (int p = 0; p < marks.ofPoints().length; p++) {
      int vertex = marks.ofPoint(p) == 0 ? 0 : numberOf.applyAsInt(p);
      if (vertex > pointMarkers.length) {
        pointMarkers = Arrays.copyOf(pointMarkers, vertex);
      }
      if (vertex > 0) {
        pointMarkers[vertex - 1] = marks.ofPoint(p);
      }
    }
    return new TetMesh(
        new TetMeshArrays(
            Arrays.copyOfRange(mesh.xyz, 3, 3 * mesh.vertices),
            inputVertices,
            corners,
            neighbours,
            numbers,
            faces.corners,
            faces.markers,
            faces.facets,
            segments,
            marks.with(segmentMarkers, pointMarkers),
            boundaryNames,
            Collections.unmodifiableNavigableMap(materialNames)),
        outcome);
  }

  /// Collects fixed faces, those of inner walls once.
  private final class Faces {
    private final int[] places;
    private final int[] corners = new int[3 * mesh.faces.size()];
    private final int[] markers = new int[mesh.faces.size()];
    private final int[] facets = new int[mesh.faces.size()];
    private int used;

    Faces(int[] places) {
      this.places = places;
    }

    void run() {
      for (int t = 0; t < places.length; t++) {
        for (int f = 0; f < 4 && places[t] >= 0; f++) {
          int other = places[mesh.tets.link[4 * t + f] >> 2];
          if (mesh.isFixed(4 * t + f) && other < places[t]) {
            add(4 * t + f);
          }
        }
      }
    }

    private void add(int face) {
      facets[used] = mesh.facetOf(face);
      markers[used] = markerOf.applyAsInt(facets[used]);
      // Faces are counterclockwise seen from inside.
      corners[3 * used] = mesh.faceVertex(face, 0) - 1;
      corners[3 * used + 1] = mesh.faceVertex(face, 2) - 1;
      corners[3 * used++ + 2] = mesh.faceVertex(face, 1) - 1;
    }
  }
}
