// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mesh.Delaunay;
import weft.mesh.Dimension;
import weft.mesh.kernel.TetSums;

/// A part of a mesh that all ranks hold together: the tets of this rank, and a halo of those of
/// other ranks that share a face with them. Nothing changes it.
///
/// Tets are numbered here from 0: first those of this rank, then the halo. Vertices are numbered
/// here too; [#number] is the global number of each, by which the points were given. An instance is
/// used by the thread of its rank.
public final class DistributedMesh {
  static final Codec<long[]> LONGS = Codecs.of(long[].class);
  private static final Codec<int[]> INTS = Codecs.of(int[].class);
  private static final Codec<double[]> DOUBLES = Codecs.of(double[].class);

  private final Group group;
  private final GivenPoints given;
  private final Dimension dimension;
  private final long first;
  private final long total;
  private final long distinct;
  private final long[] numbers;
  private final double[] places;
  private final int[] corners;
  private final int[] neighbours;
  private final long[] haloNumbers;
  private final int[] haloRanks;
  private final long hull;
  private final String digest;
  private final MeshingCounts counts;

  private DistributedMesh(
      Group group, GivenPoints given, Dimension dimension, long first, MeshAssembly parts) {
    this.group = group;
    this.given = given;
    this.dimension = dimension;
    this.first = first;
    numbers = parts.vertexNumbers();
    places = parts.places();
    corners = parts.corners();
    neighbours = parts.neighbours();
    haloNumbers = parts.haloNumbers();
    haloRanks = parts.haloRanks();
    distinct = given.total - group.allreduce(parts.same(), Operator.SUM);
    total = group.allreduce((long) tetCount(), Operator.SUM);
    hull = group.allreduce(Arrays.stream(neighbours).filter(it -> it < 0).count(), Operator.SUM);
    long[] sums = new long[2];
    for (int t = 0; t < tetCount(); t++) {
      TetSums.add(
          sums,
          number(corner(t, 0)),
          number(corner(t, 1)),
          number(corner(t, 2)),
          number(corner(t, 3)));
    }
    group.allreduce(sums, Operator.SUM);
    digest = TetSums.text(sums);
    counts = MeshingCounts.sum(group, parts.counts());
  }

  /// Puts the finished regions of each rank together. Collective.
  static DistributedMesh of(
      Group group, GivenPoints given, List<MeshRegion> regions, long first, int own) {
    var parts = new MeshAssembly(group, regions, first, own);
    return new DistributedMesh(group, given, Dimension.SPACE, first, parts);
  }

  /// A mesh without tets, since all points are in one plane. Collective.
  static DistributedMesh none(Group group, GivenPoints given) {
    var parts = new MeshAssembly(group, List.of(), 0, 0);
    return new DistributedMesh(group, given, Dimension.values()[given.dimension() + 1], 0, parts);
  }

  // All ranks together.

  /// What the points of all ranks extend over. There are tets if it is [Dimension#SPACE].
  public Dimension dimension() {
    return dimension;
  }

  /// The number of points given on all ranks.
  public long pointTotal() {
    return given.total;
  }

  /// The number of different places of points, if there are tets.
  public long vertexTotal() {
    return distinct;
  }

  /// The number of tets on all ranks.
  public long tetTotal() {
    return total;
  }

  /// The number of triangles of the convex hull.
  public long hullTotal() {
    return hull;
  }

  /// A digest of the tets of all ranks, which depends neither on their order nor on ranks: that of
  /// [weft.mesh.Delaunay#digest]. No rank needs room for the tets of others.
  public String digest() {
    return digest;
  }

  /// What was counted while this mesh was made.
  public MeshingCounts counts() {
    return counts;
  }

  // Tets of this rank.

  /// The number of tets of this rank.
  public int tetCount() {
    return neighbours.length / 4;
  }

  /// The number of tets of other ranks that share a face with one of this rank.
  public int haloCount() {
    return haloRanks.length;
  }

  /// The global number of a tet of this rank or of the halo. Those of a rank follow each other.
  public long tetNumber(int tet) {
    int own = tetCount();
    return tet < own ? first + Objects.checkIndex(tet, own) : haloNumbers[tet - own];
  }

  /// The rank of a tet of this rank or of the halo.
  public int rankOf(int tet) {
    int own = tetCount();
    return tet < own ? group.rank() : haloRanks[tet - own];
  }

  /// One of the four vertices of a tet of this rank or of the halo. Of tets of this rank they are
  /// in positive order; a face that the halo shares is opposite its corner 3.
  public int corner(int tet, int i) {
    return corners[4 * tet + Objects.checkIndex(i, 4)];
  }

  /// The tet beyond the face opposite corner `i` of a tet of this rank: one of this rank or of the
  /// halo, or −1 if that face is on the hull.
  public int neighbour(int tet, int i) {
    return neighbours[4 * tet + Objects.checkIndex(i, 4)];
  }

  /// The other ranks that have tets of the halo, in order.
  public int[] neighbourRanks() {
    return Arrays.stream(haloRanks).distinct().sorted().toArray();
  }

  // Vertices.

  /// The number of vertices of tets of this rank and of the halo.
  public int vertexCount() {
    return numbers.length;
  }

  /// The global number of a vertex: that of its point, the lowest one if several are at its place.
  public long number(int vertex) {
    return numbers[vertex];
  }

  /// A coordinate of a vertex: axis 0, 1 or 2 for x, y or z.
  public double coordinate(int vertex, int axis) {
    return places[3 * vertex + Objects.checkIndex(axis, 3)];
  }

  // On one rank.

  /// Brings all points and tets to rank `root`, which needs room for them, and checks them there.
  /// Collective.
  ///
  /// @return the mesh on `root`, null on others
  /// @throws IllegalStateException if there are too many for arrays
  public @Nullable Delaunay gather(int root) {
    if (total > Integer.MAX_VALUE / 4 || given.total > Integer.MAX_VALUE / 3) {
      throw new IllegalStateException(
          "%d tets of %d points are more than one rank can hold; use the parts"
              .formatted(total, given.total));
    }
    int[] own = new int[neighbours.length];
    Arrays.setAll(own, i -> (int) numbers[corners[i]]);
    List<int[]> tets = group.gather(root, own, INTS);
    List<double[]> points = group.gather(root, given.xyz, DOUBLES);
    if (group.rank() != root) {
      return null;
    }
    int[] allTets = new int[4 * (int) total];
    int at = 0;
    for (int[] part : tets) {
      System.arraycopy(part, 0, allTets, at, part.length);
      at += part.length;
    }
    double[] allPoints = new double[3 * (int) given.total];
    at = 0;
    for (double[] part : points) {
      System.arraycopy(part, 0, allPoints, at, part.length);
      at += part.length;
    }
    return total == 0 ? Delaunay.of(allPoints) : Delaunay.ofTets(allPoints, allTets);
  }
}
