// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.Arrays;
import weft.mesh.internal.Circumcentre;
import weft.mesh.internal.PointTets;
import weft.mesh.internal.TetStar;

/// The places that are nearer to one point than to all others: a convex polyhedron. Each of its
/// faces is halfway to a neighbour. The cell of a point on the hull has no end.
public final class VoronoiCell {
  private final int vertex;

  /// Where the vertex is.
  private final double[] at;

  private final int[] neighbours;

  /// The corners of each face as seen from the vertex: x, y, z of one after the other. So no digits
  /// are lost far from the origin.
  private final double[][] faces;

  private final boolean[] open;
  private final double volume;

  private VoronoiCell(
      int vertex, double[] at, int[] neighbours, double[][] faces, boolean[] open, double volume) {
    this.vertex = vertex;
    this.at = at;
    this.neighbours = neighbours;
    this.faces = faces;
    this.open = open;
    this.volume = volume;
  }

  static VoronoiCell of(double[] xyz, PointTets tets, int vertex) {
    var star = new TetStar(tets, vertex);
    var centres = new Circumcentre(xyz);
    int[] neighbours = new int[star.degree()];
    double[][] faces = new double[neighbours.length][];
    boolean[] open = new boolean[neighbours.length];
    boolean[] isOpen = new boolean[1];
    double[] sphere = new double[4];
    double volume = 0;
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = star.neighbour(i);
      int[] ring = star.ring(neighbours[i], isOpen);
      double[] face = new double[3 * ring.length];
      for (int k = 0; k < ring.length; k++) {
        centres.from(vertex, tets.corners(), ring[k], sphere);
        System.arraycopy(sphere, 0, face, 3 * k, 3);
      }
      faces[i] = face;
      open[i] = isOpen[0];
      volume += isOpen[0] ? Double.POSITIVE_INFINITY : cone(face);
    }
    double[] at = Arrays.copyOfRange(xyz, 3 * vertex, 3 * vertex + 3);
    return new VoronoiCell(vertex, at, neighbours, faces, open, volume);
  }

  /// The volume between the polygon and the point.
  private static double cone(double[] face) {
    double sum = 0;
    double ax = face[0];
    double ay = face[1];
    double az = face[2];
    for (int k = 3; k + 3 < face.length; k += 3) {
      double bx = face[k];
      double by = face[k + 1];
      double bz = face[k + 2];
      double cx = face[k + 3];
      double cy = face[k + 4];
      double cz = face[k + 5];
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    return sum / 6;
  }

  /// The point of the cell.
  public int vertex() {
    return vertex;
  }

  /// Whether the cell has an end: the point is not on the hull.
  public boolean isBounded() {
    return volume < Double.POSITIVE_INFINITY;
  }

  /// The volume; infinite if the cell has no end.
  public double volume() {
    return volume;
  }

  /// The number of faces.
  public int faceCount() {
    return faces.length;
  }

  /// The point on the other side of a face.
  public int neighbour(int face) {
    return neighbours[face];
  }

  /// Whether a face has an end.
  public boolean isBounded(int face) {
    return !open[face];
  }

  /// The corners of a face, x, y, z for each, counterclockwise seen from the neighbour. Corners are
  /// at one place where more than four points are on one sphere. A face without an end has the
  /// corners that there are, in this order; there may be only one.
  public double[] corners(int face) {
    double[] corners = faces[face].clone();
    for (int i = 0; i < corners.length; i++) {
      corners[i] += at[i % 3];
    }
    return corners;
  }

  /// The area of a face; infinite if it has no end.
  public double area(int face) {
    if (open[face]) {
      return Double.POSITIVE_INFINITY;
    }
    double[] p = faces[face];
    double x = 0;
    double y = 0;
    double z = 0;
    for (int k = 3; k + 3 < p.length; k += 3) {
      double bx = p[k] - p[0];
      double by = p[k + 1] - p[1];
      double bz = p[k + 2] - p[2];
      double cx = p[k + 3] - p[0];
      double cy = p[k + 4] - p[1];
      double cz = p[k + 5] - p[2];
      x += by * cz - bz * cy;
      y += bz * cx - bx * cz;
      z += bx * cy - by * cx;
    }
    return Math.sqrt(x * x + y * y + z * z) / 2;
  }
}
