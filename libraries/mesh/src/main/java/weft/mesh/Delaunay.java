// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.CheckedTets;
import weft.mesh.internal.Circumcentre;
import weft.mesh.internal.PointTets;
import weft.mesh.internal.PointTetsBuilder;
import weft.mesh.internal.TetDigest;
import weft.mesh.internal.TetSearch;
import weft.mesh.internal.content.MeshContent;
import weft.mesh.internal.format.FormatTable;
import weft.mesh.internal.output.OutputPlace;
import weft.mesh.kernel.TetSums;

/// The Delaunay tets of points in space: they fill the convex hull, and no sphere through the
/// corners of a tet contains a point.
///
/// ```java
/// Delaunay mesh = Delaunay.of(xyz); // x, y, z of the first point, then of the next
/// int nearest = mesh.nearest(0.5, 0.5, 0.5);
/// double volume = mesh.cell(nearest).volume();
/// ```
///
/// The signs of all determinants are exact, so it ends for all points, and a grid is no special
/// case. Where more than four points are on a sphere, their coordinates decide. So the same points
/// have the same tets in every order. If all points are in a plane or on a line,
/// [Delaunay#dimension] says so, and there are no tets.
///
/// Points are named by their index. Points at the same place are one vertex, named by the lowest of
/// them: [Delaunay#vertexOf]. Coordinates are 0, or from 1e-20 to 1e20 in magnitude. Points that
/// are asked about may have any coordinates in that range too.
///
/// An instance does not change. It may be used by any number of threads, and any number may be made
/// at the same time. It takes about 40 bytes for each tet; random points have 6.77 tets each.
public final class Delaunay {
  private final double[] xyz;
  private final PointTets tets;

  private Delaunay(double[] xyz, PointTets tets) {
    this.xyz = xyz;
    this.tets = tets;
  }

  /// Makes the tets of these points.
  ///
  /// @param xyz three coordinates for each point, which are copied
  /// @throws IllegalArgumentException if a coordinate is not a number or out of range, if there are
  ///   not three for each point, or if there are too many points
  public static Delaunay of(double[] xyz) {
    return of(xyz, (done, all) -> true);
  }

  /// Makes the tets of these points, and reports the number of points that are inserted.
  ///
  /// @param xyz three coordinates for each point, which are copied
  /// @throws IllegalArgumentException as the other one
  /// @throws java.util.concurrent.CancellationException if the listener returns false
  public static Delaunay of(double[] xyz, MeshProgress progress) {
    double[] copy = xyz.clone();
    int count = copy.length / 3;
    return new Delaunay(copy, PointTetsBuilder.build(copy, done -> progress.goOn(done, count)));
  }

  /// Takes the tets of points that were made before, by this class or by several ranks, and checks
  /// them exactly. It takes a fraction of the time of making them.
  ///
  /// @param xyz three coordinates for each point, which are copied
  /// @param tets four points for each tet in positive order, which are copied
  /// @throws IllegalArgumentException as [#of(double[])], or if these are not the Delaunay tets of
  ///   the points, or if there are none
  public static Delaunay ofTets(double[] xyz, int[] tets) {
    if (tets.length == 0) {
      throw new IllegalArgumentException(
          "there are no tets; points without tets are taken by Delaunay.of");
    }
    double[] copy = xyz.clone();
    return new Delaunay(copy, CheckedTets.of(copy, tets.clone()));
  }

  /// What the points extend over. There are tets if it is [Dimension#SPACE].
  public Dimension dimension() {
    return Dimension.values()[tets.dimension() + 1];
  }

  /// The number of points given.
  public int pointCount() {
    return xyz.length / 3;
  }

  /// The number of different places of points.
  public int vertexCount() {
    int[] same = tets.same();
    if (same == null) {
      return pointCount();
    }
    int count = 0;
    for (int i = 0; i < same.length; i++) {
      count += same[i] == i ? 1 : 0;
    }
    return count;
  }

  /// The point that stands for all points at the place of this one: the lowest of them.
  public int vertexOf(int point) {
    int[] same = tets.same();
    return same == null ? checkPoint(point) : same[checkPoint(point)];
  }

  /// A coordinate of a point: axis 0, 1 or 2 for x, y or z.
  public double coordinate(int point, int axis) {
    return xyz[3 * checkPoint(point) + axis];
  }

  /// The number of tets.
  public int tetCount() {
    return tets.count();
  }

  /// One of the four points of a tet. In the order of 0 to 3 they have a positive volume.
  public int corner(int tet, int i) {
    return tets.corners()[4 * checkTet(tet) + i];
  }

  /// The tet beyond the face opposite corner `i`, or −1 if that face is on the hull.
  public int neighbour(int tet, int i) {
    return tets.links()[4 * checkTet(tet) + i] >> 2;
  }

  /// The points of all tets, four for each.
  public int[] tets() {
    return tets.corners().clone();
  }

  /// The tets beyond the faces of all tets, four for each, as [Delaunay#neighbour] has them.
  public int[] neighbours() {
    int[] all = new int[tets.links().length];
    Arrays.setAll(all, i -> tets.links()[i] >> 2);
    return all;
  }

  /// The triangles of the convex hull, three points for each, counterclockwise seen from outside.
  /// It is empty if there are no tets.
  public int[] hull() {
    return tets.hull();
  }

  /// Returns the tet that contains a place, inside or on its border; −1 if the place is outside the
  /// hull, or if there are no tets.
  public int locate(double x, double y, double z) {
    if (tets.count() == 0) {
      checkPlace(x, y, z);
      return -1;
    }
    TetSearch search = searchAt(x, y, z);
    return Math.max(-1, search.locate(x, y, z, search.startNear(x, y, z)));
  }

  /// Returns the tet that contains a place, as the other one, and walks from a tet near it. If the
  /// caller knows one, such as the answer for the place before, this is faster.
  public int locate(double x, double y, double z, int start) {
    return Math.max(-1, searchAt(x, y, z).locate(x, y, z, checkTet(start)));
  }

  /// Returns the vertex that is nearest to a place; one of them, if several are equally near or
  /// their distances differ by rounding.
  ///
  /// @throws IllegalStateException if there are no points
  public int nearest(double x, double y, double z) {
    TetSearch search = searchAt(x, y, z);
    return tets.count() == 0
        ? vertexOf(search.nearestOfAll(x, y, z))
        : search.nearest(x, y, z, search.startNear(x, y, z));
  }

  /// Returns the vertex that is nearest to a place, and walks from a tet near it.
  public int nearest(double x, double y, double z, int start) {
    return searchAt(x, y, z).nearest(x, y, z, checkTet(start));
  }

  /// Returns the centre of the sphere through the corners of a tet: x, y, z.
  public double[] circumcentre(int tet) {
    return Arrays.copyOf(sphere(tet), 3);
  }

  /// Returns the radius of the sphere through the corners of a tet.
  public double circumradius(int tet) {
    return sphere(tet)[3];
  }

  private double[] sphere(int tet) {
    double[] sphere = new double[4];
    new Circumcentre(xyz).of(tets.corners(), checkTet(tet), sphere);
    return sphere;
  }

  /// Returns the Voronoi cell of a point: all places that are nearer to it than to others.
  ///
  /// @throws IllegalStateException if there are no tets
  public VoronoiCell cell(int point) {
    if (tets.count() == 0) {
      throw new IllegalStateException(
          "these points have no tets, because they extend over no more than a %s; Voronoi cells need four points that are not in one plane"
              .formatted(dimension().name().toLowerCase(Locale.ROOT)));
    }
    return VoronoiCell.of(xyz, tets, vertexOf(point));
  }

  /// Returns a digest of the tets, which does not depend on their order: the points of each are
  /// sorted, then the tets, and lines `a b c d` of them are hashed by SHA-256. It is in
  /// hexadecimal.
  public String hash() {
    return TetDigest.of(tets.corners(), pointCount());
  }

  /// Returns another digest of the tets that does not depend on their order, and needs no sorting
  /// of them: two sums of a hash of each tet, modulo 2⁶⁴, in hexadecimal. It is not made to
  /// withstand attacks.
  public String digest() {
    long[] sums = new long[2];
    int[] corners = tets.corners();
    for (int o = 0; o < corners.length; o += 4) {
      TetSums.add(sums, corners[o], corners[o + 1], corners[o + 2], corners[o + 3]);
    }
    return TetSums.text(sums);
  }

  /// Writes the points and tets to a file, in the format of its name: a [MeshFormat], such as
  /// `.vtu` or `.msh`. An older file is overwritten.
  ///
  /// @throws IllegalArgumentException if the name has another ending
  /// @throws IOException if the file cannot be written; a part of it may be left
  public void write(Path file) throws IOException {
    MeshFormat format = MeshFormat.of(file);
    OutputPlace.write(file, out -> write(out, format));
  }

  /// Writes the points and tets in this format, and leaves the stream open.
  ///
  /// @throws IOException if the stream does
  public void write(OutputStream out, MeshFormat format) throws IOException {
    FormatTable.write(format, MeshContent.of(xyz, tets.corners(), hull()), out);
  }

  private TetSearch searchAt(double x, double y, double z) {
    checkPlace(x, y, z);
    if (xyz.length == 0) {
      throw new IllegalStateException("there are no points, so none is near; give at least one");
    }
    return new TetSearch(xyz, tets);
  }

  private static void checkPlace(double x, double y, double z) {
    PointTetsBuilder.check("the place", x, y, z);
  }

  private int checkPoint(int point) {
    if (point < 0 || point >= pointCount()) {
      throw new IndexOutOfBoundsException(
          "there is no point %d; points are numbered from 0, and there are %d"
              .formatted(point, pointCount()));
    }
    return point;
  }

  private int checkTet(int tet) {
    if (tet < 0 || tet >= tetCount()) {
      throw new IndexOutOfBoundsException(
          "there is no tet %d; tets are numbered from 0, and there are %d"
              .formatted(tet, tetCount()));
    }
    return tet;
  }
}
