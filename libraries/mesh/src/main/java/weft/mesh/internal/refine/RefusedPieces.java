// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// Pieces of segments that could not be divided, and why: the new vertex would have been too near
/// to others, or a wall would have been hidden from it. Vertices are never removed, and walls
/// rarely, so the answer is the same when it is asked for again: for each bad tet nearby, which can
/// be thousands of times.
final class RefusedPieces {
  private final FeatureTable pieces = new FeatureTable();

  /// For each piece the square of the distance of its middle from the nearest vertex, and the
  /// square of the least distance that its place asks for.
  private double[] squares = new double[2 * 64];

  /// For each piece the vertices of the fixed face that was hidden, or 0.
  private int[] walls = new int[3 * 64];

  private final FeatureTable faces;

  /// Knows of none.
  ///
  /// @param faces the fixed faces
  RefusedPieces(FeatureTable faces) {
    this.faces = faces;
  }

  /// Notes that a piece was not divided.
  ///
  /// @param near2 the square of the distance of its middle from the nearest vertex
  /// @param own2 the square of the least distance there, whatever the middle is for
  void note(int a, int b, double near2, double own2) {
    int i = numberOf(a, b);
    squares[2 * i] = near2;
    squares[2 * i + 1] = own2;
    walls[3 * i] = 0;
  }

  /// Notes that a piece was not divided because a fixed face is hidden from its middle.
  void noteHidden(int a, int b, int[] wall) {
    int i = numberOf(a, b);
    System.arraycopy(wall, 0, walls, 3 * i, 3);
  }

  private int numberOf(int a, int b) {
    int place = pieces.find(a, b);
    int i = place < 0 ? pieces.size() : pieces.feature(place);
    if (place < 0) {
      pieces.put(a, b, i, 0);
    }
    if (2 * i == squares.length) {
      squares = Arrays.copyOf(squares, 2 * squares.length);
      walls = Arrays.copyOf(walls, 2 * walls.length);
    }
    return i;
  }

  /// Whether a piece would be refused again.
  ///
  /// @param least2 the square of the least distance that is asked for now
  boolean has(int a, int b, double least2) {
    int place = pieces.find(a, b);
    if (place < 0) {
      return false;
    }
    int i = pieces.feature(place);
    if (walls[3 * i] != 0) {
      return faces.find(walls[3 * i], walls[3 * i + 1], walls[3 * i + 2]) >= 0;
    }
    return squares[2 * i] < Math.max(least2, squares[2 * i + 1]);
  }
}
