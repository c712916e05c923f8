// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.domain.Domain;

/// What a [TetMesh] has.
@SuppressWarnings("ArrayRecordComponent") // never compared, and not changed
record TetMeshArrays(
    double[] xyz,
    int inputVertices,
    int[] corners,
    int[] neighbours,
    int[] materials,
    int[] faces,
    int[] markers,
    int[] facets,
    int[] segments,
    FeatureMarks marks,
    NavigableMap<Integer, String> boundaryNames,
    NavigableMap<Integer, String> materialNames) {
  /// The mesh as something to be filled: its faces and segments.
  Domain domain() {
    int count = Arrays.stream(facets).max().orElse(-1) + 1;
    return new Domain(xyz, faces, facets, count, segments, new double[0], List.of());
  }

  /// The marker of each facet.
  int[] markerOfFacets() {
    int[] result = new int[Arrays.stream(facets).max().orElse(-1) + 1];
    for (int f = 0; f < facets.length; f++) {
      result[facets[f]] = markers[f];
    }
    return result;
  }
}
