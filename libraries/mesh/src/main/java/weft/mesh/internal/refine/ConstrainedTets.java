// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.Tets;

/// Tets of a domain whose boundary and inner walls are fixed faces, while points are inserted.
/// Beyond each boundary face is a ghost, as beyond the hull of points.
///
/// A fixed face belongs to a facet, and a piece of a segment to a segment; they are in tables by
/// their vertices. A tet has a bit for each of its fixed faces, so that searches need no table.
public final class ConstrainedTets {
  /// A vertex that is a corner of the input.
  public static final byte CORNER = 0;

  /// A vertex that was inserted on a segment.
  public static final byte ON_SEGMENT = 1;

  /// A vertex in a facet: its own, or inserted.
  public static final byte ON_FACET = 2;

  /// A vertex that is inside.
  public static final byte FREE = 3;

  /// Coordinates of vertex v at `3 * v`. Vertex 0 is the ghost.
  public double[] xyz;

  /// What a vertex lies on.
  public byte[] dimension;

  /// The segment or the facet that a vertex lies on.
  public int[] feature;

  /// The number of vertices, with the ghost.
  public int vertices;

  /// Corners and links.
  public final Tets tets;

  /// Bit f of a tet: its face f is fixed.
  public byte[] fixed;

  /// The region of each tet.
  public int[] material;

  /// Fixed faces, by their vertices.
  public final FeatureTable faces = new FeatureTable();

  /// Pieces of segments, by their vertices.
  public final FeatureTable segments = new FeatureTable();

  /// Signs of determinants.
  public final Predicates predicates = new Predicates();

  /// Steps of a walk, after which it may end at a fixed face although another one leads on: to a
  /// place outside a walk may lead around a hole of the domain without end.
  private static final int LONG_WALK = 500;

  private int random = 12345;

  /// Makes room.
  ///
  /// @param vertices a first number, with the ghost
  /// @param tets a first number of tets
  public ConstrainedTets(int vertices, int tets) {
    xyz = new double[3 * vertices];
    dimension = new byte[vertices];
    feature = new int[vertices];
    this.tets = new Tets(tets);
    fixed = new byte[tets];
    material = new int[tets];
    this.vertices = 1;
  }

  /// Sets the box of all points, which makes predicates faster.
  public void setBox() {
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    for (int i = 3; i < 3 * vertices; i++) {
      low[i % 3] = Math.min(low[i % 3], xyz[i]);
      high[i % 3] = Math.max(high[i % 3], xyz[i]);
    }
    predicates.setBox(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }

  /// Adds a vertex, which no tet has yet.
  public int addVertex(double x, double y, double z, byte dimension, int feature) {
    if (vertices == this.dimension.length) {
      int more = vertices + vertices / 2 + 16;
      xyz = Arrays.copyOf(xyz, 3 * more);
      this.dimension = Arrays.copyOf(this.dimension, more);
      this.feature = Arrays.copyOf(this.feature, more);
    }
    int v = vertices++;
    xyz[3 * v] = Predicates.inRange(x);
    xyz[3 * v + 1] = Predicates.inRange(y);
    xyz[3 * v + 2] = Predicates.inRange(z);
    this.dimension[v] = dimension;
    this.feature[v] = feature;
    return v;
  }

  /// Takes back the last vertex, if no tet has it.
  public void dropVertex() {
    vertices--;
  }

  /// Makes room for more tets. Arrays that a caller has read before are old then.
  public void reserve(int more) {
    tets.reserve(more);
    if (fixed.length < tets.state.length) {
      fixed = Arrays.copyOf(fixed, tets.state.length);
      material = Arrays.copyOf(material, tets.state.length);
    }
  }

  /// Whether a slot has a tet of the domain.
  public boolean isReal(int t) {
    return tets.state[t] != Tets.FREE && !tets.isGhost(t);
  }

  /// A vertex of a face, 0 to 2; seen from the corner opposite, they are counterclockwise.
  public int faceVertex(int face, int i) {
    return tets.vertex[(face & ~3) + Tets.faceCorner(3 * (face & 3) + i)];
  }

  /// Whether a face is fixed.
  public boolean isFixed(int face) {
    return (fixed[face >> 2] >> (face & 3) & 1) != 0;
  }

  /// The facet of a fixed face.
  public int facetOf(int face) {
    return faces.feature(faces.find(faceVertex(face, 0), faceVertex(face, 1), faceVertex(face, 2)));
  }

  /// The corner of a tet, 0 to 3, that is this vertex; −1 if none is.
  public int cornerOf(int t, int v) {
    int[] vertex = tets.vertex;
    int o = 4 * t;
    return vertex[o] == v
        ? 0
        : vertex[o + 1] == v ? 1 : vertex[o + 2] == v ? 2 : vertex[o + 3] == v ? 3 : -1;
  }

  /// Whether two vertices are the ends of a piece of a segment.
  public boolean isSegment(int a, int b) {
    return dimension[a] <= ON_SEGMENT && dimension[b] <= ON_SEGMENT && segments.find(a, b) >= 0;
  }

  /// The tet that contains a point, or `−1 − face` of a fixed face behind which the point is.
  ///
  /// @param start the tet from which to walk
  public int walk(double x, double y, double z, int start) {
    int[] vertex = tets.vertex;
    int[] link = tets.link;
    int t = start;
    int entered = -1;
    for (long steps = 0; ; steps++) {
      Tets.checkWalk(steps, tets.slots, x, y, z);
      random = random * 1664525 + 1013904223;
      int first = random >>> 30;
      int next = -1;
      int blocked = -1;
      for (int k = 0; k < 4 && next < 0 && (blocked < 0 || steps < LONG_WALK); k++) {
        int f = (first + k) & 3;
        if (f != entered && isBehind(vertex, 4 * t, f, x, y, z)) {
          if ((fixed[t] >> f & 1) != 0) {
            blocked = 4 * t + f;
          } else {
            next = link[4 * t + f];
          }
        }
      }
      if (next < 0) {
        return blocked < 0 ? t : -1 - blocked;
      }
      t = next >> 2;
      entered = next & 3;
    }
  }

  private boolean isBehind(int[] vertex, int o, int f, double x, double y, double z) {
    int a = 3 * vertex[o + Tets.faceCorner(3 * f)];
    int b = 3 * vertex[o + Tets.faceCorner(3 * f + 1)];
    int c = 3 * vertex[o + Tets.faceCorner(3 * f + 2)];
    double[] xyz = this.xyz;
    return predicates.orient3d(
            xyz[a],
            xyz[a + 1],
            xyz[a + 2],
            xyz[b],
            xyz[b + 1],
            xyz[b + 2],
            xyz[c],
            xyz[c + 1],
            xyz[c + 2],
            x,
            y,
            z)
        < 0;
  }

  /// The square of the distance of two vertices.
  public double distance2(int a, int b) {
    double x = xyz[3 * a] - xyz[3 * b];
    double y = xyz[3 * a + 1] - xyz[3 * b + 1];
    double z = xyz[3 * a + 2] - xyz[3 * b + 2];
    return x * x + y * y + z * z;
  }

  /// Whether the ball whose diameter is the edge has the vertex inside, by more than rounding.
  public boolean isInBall(int a, int b, int p) {
    double dot = 0;
    double length = 0;
    for (int k = 0; k < 3; k++) {
      double u = xyz[3 * a + k] - xyz[3 * p + k];
      double v = xyz[3 * b + k] - xyz[3 * p + k];
      dot += u * v;
      length += (u - v) * (u - v);
    }
    return dot < -1e-9 * length;
  }

  /// Whether the smallest ball through the vertices of a triangle has the vertex `p` inside, by
  /// more than rounding.
  public boolean isInBall(int a, int b, int c, int p) {
    double ux = xyz[3 * b] - xyz[3 * a];
    double uy = xyz[3 * b + 1] - xyz[3 * a + 1];
    double uz = xyz[3 * b + 2] - xyz[3 * a + 2];
    double vx = xyz[3 * c] - xyz[3 * a];
    double vy = xyz[3 * c + 1] - xyz[3 * a + 1];
    double vz = xyz[3 * c + 2] - xyz[3 * a + 2];
    double px = xyz[3 * p] - xyz[3 * a];
    double py = xyz[3 * p + 1] - xyz[3 * a + 1];
    double pz = xyz[3 * p + 2] - xyz[3 * a + 2];
    double uu = ux * ux + uy * uy + uz * uz;
    double vv = vx * vx + vy * vy + vz * vz;
    double uv = ux * vx + uy * vy + uz * vz;
    double twice = 2 * (uu * vv - uv * uv);
    double s = vv * (uu - uv) / twice;
    double r = uu * (vv - uv) / twice;
    double cx = s * ux + r * vx;
    double cy = s * uy + r * vy;
    double cz = s * uz + r * vz;
    double radius = cx * cx + cy * cy + cz * cz;
    double x = px - cx;
    double y = py - cy;
    double z = pz - cz;
    return x * x + y * y + z * z < radius * (1 - 1e-9);
  }
}
