// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

/// How fine a shape's triangles are: the length of their edges, or their number. A shape comes as
/// close to it as its pattern allows.
public final class Fineness {
  private static final double TRIANGLE = Math.sqrt(3) / 4;
  private static final int MOST = 100_000_000;

  private final double edge;
  private final double triangles;

  private Fineness(double edge, double triangles) {
    this.edge = edge;
    this.triangles = triangles;
  }

  /// Edges of about this length, in the unit of the shape.
  ///
  /// @throws IllegalArgumentException if it is not positive and finite
  public static Fineness edge(double length) {
    if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "An edge cannot be " + length + " long; give more than 0.");
    }
    return new Fineness(length, 0);
  }

  /// About this number of triangles.
  ///
  /// @throws IllegalArgumentException if it is not 1 to 100 million
  public static Fineness triangles(int count) {
    requireCount(count);
    return new Fineness(0, count);
  }

  private static void requireCount(double count) {
    if (!(count >= 1 && count <= MOST)) {
      throw new IllegalArgumentException(
          "A shape of " + (long) count + " triangles is not possible; ask for 1 to " + MOST + ".");
    }
  }

  /// The length of the edges on a surface of a certain area, if all triangles are equilateral.
  double edgeFor(double area) {
    if (edge > 0) {
      requireCount(area / (TRIANGLE * edge * edge));
      return edge;
    }
    return Math.sqrt(area / triangles / TRIANGLE);
  }

  /// The number of triangles for a surface of a certain area.
  double trianglesFor(double area) {
    double count = edge > 0 ? area / (TRIANGLE * edge * edge) : triangles;
    requireCount(Math.max(1, count));
    return count;
  }
}
