// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import weft.mesh.internal.refine.WishedSizes;

/// Fills a [Complex] with tets of guaranteed quality: J. R. Shewchuk's Delaunay refinement (SoCG
/// 1998) over recovered segments and facets, and then a pass that improves the worst angles.
///
/// ```java
/// TetMesh mesh = Mesher.of(complex).radiusEdge(2).maxVolume(1e-4).mesh();
/// mesh.write(Path.of("mesh.vtu"));
/// ```
///
/// Segments that meet at 60° or more and facets that meet at 70.53° or more give a mesh in which
/// each tet's circumradius is at most `radiusEdge` times its shortest edge, for bounds of 2 or
/// more. Where angles are sharper it ends too; what misses a bound is counted and placed in
/// [TetMesh#outcome].
///
/// The boundary is divided where needed, and never moved. The same input gives the same bytes each
/// time. One instance belongs to one thread; any number may run at the same time.
public final class Mesher {
  private static final int MOST_TETS = 100_000_000;

  /// Bytes of a tet while it is made, with copies of arrays that grow and those of the result.
  static final long TET_BYTES = 300;

  final @Nullable Complex complex;

  /// The mesh to be refined; null if there is a complex.
  final @Nullable TetMesh given;

  double bound = 2;
  double maxVolume = Double.POSITIVE_INFINITY;
  final Map<Integer, Double> volumes = new TreeMap<>();
  WishedSizes.@Nullable EdgeLength edge;
  final List<BackgroundSizing> backgrounds = new ArrayList<>();
  double gradation;
  double floor;
  int maxTets = (int) Math.min(MOST_TETS, Runtime.getRuntime().maxMemory() / TET_BYTES);
  long nanos = Long.MAX_VALUE;
  boolean improves = true;
  private boolean nested;
  MeshingListener listener = progress -> true;

  /// What the last estimate prepared.
  private @Nullable Preparation prepared;

  private Mesher(@Nullable Complex complex, @Nullable TetMesh given) {
    this.complex = complex;
    this.given = given;
  }

  /// Begins with a complex, a bound of 2 and no limit of sizes.
  public static Mesher of(Complex complex) {
    return new Mesher(complex, null);
  }

  /// Begins with a mesh, to divide its tets further. Its facets, segments, markers and materials
  /// stay, and so do its vertices on them; no tet is larger than the largest one of its material
  /// was.
  public static Mesher of(TetMesh mesh) {
    return new Mesher(null, mesh);
  }

  /// Sets the largest circumradius over shortest edge. With less than 2 the refinement may leave
  /// tets that miss it.
  ///
  /// @param bound more than 1; the regular tet has 0.61
  public Mesher radiusEdge(double bound) {
    this.bound = positive(bound, "bound", 1);
    return this;
  }

  /// Sets the largest volume of a tet.
  public Mesher maxVolume(double volume) {
    maxVolume = positive(volume, "largest volume", 0);
    return this;
  }

  /// Sets the largest volume of tets of one material.
  public Mesher maxVolume(int material, double volume) {
    volumes.put(material, positive(volume, "largest volume", 0));
    return this;
  }

  /// Sets the edge length wished for.
  public Mesher edgeLength(double length) {
    double checked = positive(length, "edge length", 0);
    return sizing((x, y, z) -> checked);
  }

  /// Sets the edge length wished for at each place: mean edges are about so long. Of several calls
  /// the smallest length counts.
  public Mesher sizing(Sizing sizing) {
    if (sizing instanceof BackgroundSizing background) {
      backgrounds.add(background);
    }
    WishedSizes.EdgeLength before = edge;
    edge =
        (x, y, z) -> {
          double here = sizing.at(x, y, z);
          if (!(here > 0)) {
            throw new IllegalArgumentException(
                "the edge length wished for at (%s, %s, %s) is %s; return a positive number"
                    .formatted(x, y, z, here));
          }
          return before == null ? here : Math.min(here, before.at(x, y, z));
        };
    return this;
  }

  /// Lets edges grow from the boundary inwards: one at distance d is wished to be at most as long
  /// as those of the boundary nearby plus `growth` times d.
  public Mesher graded(double growth) {
    gradation = positive(growth, "growth", 0);
    return this;
  }

  /// Sets the least distance between a new vertex and others. By default there is none where the
  /// bound is 2 or more and no angle is sharp; else it is 1/64 of the shortest segment, or a tenth
  /// of the edge that the sizes ask for if that is less.
  public Mesher floor(double distance) {
    floor = positive(distance, "floor", 0);
    return this;
  }

  /// Sets how many tets the mesh may have, by default as many as fit into the JVM's memory. When
  /// they are reached, the mesh is what it is then.
  public Mesher maxTets(int tets) {
    maxTets = (int) positive(tets, "number of tets", 0);
    return this;
  }

  /// Sets how long the work may take, with that of an estimate before. When that is over, the mesh
  /// is what it is then.
  public Mesher maxTime(Duration time) {
    nanos = (long) positive((double) time.toNanos(), "time", 0);
    return this;
  }

  /// Whether to improve the worst angles after the refinement, which is so unless told. Without it
  /// free faces are locally Delaunay, and slivers remain; the outcome's remarks count the faces
  /// that are not, by rounding or beside sharp angles.
  public Mesher improves(boolean improves) {
    this.improves = improves;
    return this;
  }

  /// Divides the tets of a mesh at the middles of their longest edges alone, so that no vertex
  /// moves, and each tet lies in one of before: what multigrid methods, and solutions that are
  /// carried over, need. Vertices keep their numbers. Sizes are met, or else each tet becomes eight
  /// or more. There is no bound on shapes, and no improvement: angles become somewhat worse where
  /// tets of two sizes meet.
  ///
  /// @throws IllegalStateException if there is no mesh to divide, but a complex
  public Mesher nested() {
    if (given == null) {
      throw new IllegalStateException(
          "a complex has no tets that could be divided; call nested() of mesh.refine()");
    }
    nested = true;
    return this;
  }

  /// Sets who follows the work, and may end it.
  public Mesher listener(MeshingListener listener) {
    this.listener = listener;
    return this;
  }

  /// Hands over what an estimate prepared, if there is any: a mesh changes it.
  @Nullable Preparation takePrepared() {
    Preparation taken = prepared;
    prepared = null;
    return taken;
  }

  void keepPrepared(Preparation preparation) {
    prepared = preparation;
  }

  private static double positive(double value, String what, double least) {
    if (!(value > least)) {
      throw new IllegalArgumentException(
          "the %s is %s; give a number above %s".formatted(what, value, least));
    }
    return value;
  }

  /// Recovers the complex, and says what its refinement will take. The next call of [#mesh] goes on
  /// from there, and recovers nothing again.
  ///
  /// @throws ComplexException with all defects, if the complex cannot be meshed
  /// @throws CancellationException if the listener ends the work, or the time is over
  public MeshingEstimate estimate() {
    return new Meshing(this).estimate();
  }

  /// Makes the mesh. If the listener ends the work, or a limit does, it is the valid mesh so far,
  /// and [TetMesh#outcome] says so.
  ///
  /// @throws ComplexException with all defects, if the complex cannot be meshed
  /// @throws CancellationException if the listener ends the work, or the time is over, before there
  ///   is a mesh
  public TetMesh mesh() {
    if (nested && given != null) {
      if (gradation > 0 || floor > 0) {
        throw new IllegalStateException(
            "graded() and floor() place new vertices, and nested() takes middles of edges; leave"
                + " them out");
      }
      return new NestedMeshing(this, given).run();
    }
    return new Meshing(this).run();
  }
}
