// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import weft.mesh.internal.refine.FeatureTable;

/// The segments of a mesh that was read: the borders of its facets, and the marked ones of the file
/// that are edges of tets.
public final class GivenSegments {
  private static final int[] ENDS = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};

  /// Pieces by their vertices from 1, with their markers.
  private final FeatureTable all = new FeatureTable();

  private final FeatureTable given = new FeatureTable();

  /// Makes the segments that are borders of facets.
  ///
  /// @param borders two vertices for each piece
  public GivenSegments(int[] borders) {
    for (int i = 0; i < borders.length; i += 2) {
      all.put(borders[i] + 1, borders[i + 1] + 1, 0, 0);
    }
  }

  /// Adds a piece that the file has between two vertices; −1 is none.
  public void add(int a, int b, int marker) {
    if (a >= 0 && b >= 0 && a != b) {
      given.put(a + 1, b + 1, marker, 0);
    }
  }

  /// Keeps those of the added ones that are edges of these tets: others could not be divided with
  /// them.
  public void keepEdges(int[] tets) {
    for (int o = 0; o < tets.length && given.size() > 0; o += 4) {
      for (int e = 0; e < ENDS.length; e += 2) {
        int a = tets[o + ENDS[e]] + 1;
        int b = tets[o + ENDS[e + 1]] + 1;
        int place = given.find(a, b);
        if (place >= 0) {
          all.put(a, b, given.feature(place), 0);
        }
      }
    }
  }

  /// Two vertices for each piece, in ascending order.
  public int[] segments() {
    int[] places = all.sorted();
    int[] segments = new int[2 * places.length];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = all.vertex(places[i / 2], 1 + i % 2) - 1;
    }
    return segments;
  }

  /// The marker of each of these pieces; 0 if it has none.
  public int[] markers() {
    int[] places = all.sorted();
    int[] markers = new int[places.length];
    for (int i = 0; i < markers.length; i++) {
      markers[i] = all.feature(places[i]);
    }
    return markers;
  }
}
