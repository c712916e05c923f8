// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.IntUnaryOperator;
import weft.mesh.internal.domain.Carving;
import weft.mesh.internal.domain.Domain;
import weft.mesh.internal.domain.Recovery;
import weft.mesh.internal.domain.Reopening;
import weft.mesh.internal.domain.SharpPlaces;
import weft.mesh.internal.improve.Improver;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.RefinementLimits;
import weft.mesh.internal.refine.Refiner;
import weft.mesh.internal.refine.Sharpness;
import weft.mesh.internal.refine.ShellPoints;
import weft.mesh.internal.refine.WishedSizes;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;

/// One run of a [Mesher].
final class Meshing {
  private static final double TARGET_DEGREES = 18;
  private static final double FLOOR = 1.0 / 64;
  private static final int MOST_PLACES = 1000;

  /// With this bound the refinement ends, if no angle is sharp: J. R. Shewchuk.
  private static final double LEAST_BOUND = 2;

  /// Nothing is divided below this share of the domain's size.
  private static final double LEAST = 1e-13;

  private final Mesher mesher;
  private final Domain domain;
  private final ShellPoints shells;
  private final Sharpness sharpness;
  private final long begin = System.nanoTime();
  private final List<String> remarks = new ArrayList<>();
  private MeshingOutcome.End end = MeshingOutcome.End.COMPLETE;

  private final IntUnaryOperator markerOf;
  private final NavigableMap<Integer, String> boundaryNames;
  private final NavigableMap<Integer, String> materialNames;

  /// The material number of each region.
  private int[] materials = {};

  Meshing(Mesher mesher) {
    this.mesher = mesher;
    Complex complex = mesher.complex;
    TetMesh given = mesher.given;
    if (complex != null) {
      if (!complex.defects().isEmpty()) {
        throw new ComplexException(complex.defects());
      }
      remarks.addAll(complex.remarks());
      domain = complex.domain();
      markerOf = complex::marker;
      boundaryNames = complex.boundaryNames();
      materialNames = complex.materialNames();
    } else {
      TetMeshArrays arrays = Objects.requireNonNull(given).arrays();
      domain = arrays.domain();
      int[] markers = arrays.markerOfFacets();
      markerOf = facet -> markers[facet];
      boundaryNames = arrays.boundaryNames();
      materialNames = arrays.materialNames();
    }
    double[] shifted = new double[domain.xyz().length + 3];
    System.arraycopy(domain.xyz(), 0, shifted, 3, domain.xyz().length);
    int[] vertices = domain.segments().clone();
    for (int i = 0; i < vertices.length; i++) {
      vertices[i]++;
    }
    shells = new ShellPoints(shifted, domain.pointCount() + 1, vertices);
    sharpness = SharpPlaces.of(domain);
  }

  private double floor() {
    if (mesher.floor > 0) {
      return mesher.floor;
    }
    if (mesher.bound >= LEAST_BOUND && !sharpness.any()) {
      // The refinement ends without a floor.
      return LEAST * size();
    }
    double smallest = mesher.maxVolume;
    for (double each : mesher.volumes.values()) {
      smallest = Math.min(smallest, each);
    }
    for (Domain.Region each : domain.regions()) {
      smallest = Math.min(smallest, each.maxVolume());
    }
    return Math.min(
        FLOOR * domain.shortest(), 0.1 * StrictMath.cbrt(smallest / WishedSizes.REGULAR));
  }

  private double size() {
    double size = 0;
    for (int i = 0; i < domain.xyz().length; i++) {
      size = Math.max(size, Math.abs(domain.xyz()[i] - domain.xyz()[i % 3]));
    }
    return size;
  }

  private Carving carve() {
    if (!mesher.listener.goOn(
        new MeshingListener.Progress(MeshingListener.Stage.RECOVERY, 0, domain.facetCount(), 0))) {
      throw new CancellationException("the mesher was ended before it had recovered the complex");
    }
    double floor = Math.min(floor(), FLOOR * domain.shortest());
    Recovery recovery =
        domain.pointCount() < 4
            ? null
            : Recovery.of(domain, shells, Math.max(floor, LEAST * size()));
    if (recovery == null) {
      throw new ComplexException(
          List.of(
              plain(
                  DefectKind.NOTHING_ENCLOSED,
                  "all points are in one plane, or there are fewer than four, so they enclose no"
                      + " volume; give a closed surface.")));
    }
    checkRecovered(recovery);
    Carving carving = Carving.of(recovery);
    if (carving.regionCount() == 0) {
      throw new ComplexException(
          List.of(
              plain(
                  DefectKind.NOTHING_ENCLOSED,
                  "the %,d facets enclose no volume, or all of it is in holes; close the surface, and look at the places of the holes."
                      .formatted(domain.facetCount()))));
    }
    checkPinched(carving.pinched());
    addRemarks(carving);
    return carving;
  }

  private static void checkPinched(double[] lines) {
    if (lines.length > 0) {
      throw new ComplexException(
          List.of(
              new Defect(
                  DefectKind.CROWDED_EDGE,
                  lines.length / 6,
                  String.format(
                      Locale.ROOT,
                      "parts of the domain touch along an edge only, from (%.6g, %.6g, %.6g) to"
                          + " (%.6g, %.6g, %.6g)%s. Such an edge cannot be divided: fill the angle"
                          + " beside it, or move the parts apart.",
                      lines[0],
                      lines[1],
                      lines[2],
                      lines[3],
                      lines[4],
                      lines[5],
                      lines.length > 6 ? ", and more" : ""),
                  new int[0],
                  new double[0],
                  lines)));
    }
  }

  private static Defect plain(DefectKind kind, String sentence) {
    return new Defect(kind, 1, sentence, new int[0], new double[0], new double[0]);
  }

  private void checkRecovered(Recovery recovery) {
    if (recovery.failedFacets().isEmpty() && recovery.failedSegments().isEmpty()) {
      return;
    }
    boolean[] failed = new boolean[domain.facetCount()];
    recovery.failedFacets().forEach(f -> failed[f] = true);
    int[] triangles = new int[domain.facets().length];
    int used = 0;
    double[] places = new double[3 * triangles.length];
    for (int t = 0; t < triangles.length; t++) {
      if (failed[domain.facets()[t]]) {
        for (int k = 0; k < 9; k++) {
          places[3 * used + k % 3] +=
              domain.xyz()[3 * domain.triangles()[3 * t + k / 3] + k % 3] / 3;
        }
        triangles[used++] = t;
      }
    }
    double[] lines = recovery.failedSegments().stream().flatMapToDouble(Arrays::stream).toArray();
    double[] at = used > 0 ? places : lines;
    throw new ComplexException(
        List.of(
            new Defect(
                DefectKind.NOT_RECOVERED,
                recovery.failedFacets().size() + recovery.failedSegments().size(),
                String.format(
                    Locale.ROOT,
                    "%,d facets and %,d segments could not be recovered: at (%.6g, %.6g, %.6g)%s."
                        + " Angles or distances there are too small for a division that does not"
                        + " move the boundary (the smallest angle is %.3g°); make them larger, or"
                        + " give a smaller floor.",
                    recovery.failedFacets().size(),
                    recovery.failedSegments().size(),
                    at[0],
                    at[1],
                    at[2],
                    used > 1 || lines.length > 6 ? ", and more" : "",
                    sharpness.smallest()),
                Arrays.copyOf(triangles, used),
                Arrays.copyOf(places, 3 * used),
                lines)));
  }

  private void addRemarks(Carving carving) {
    for (int hole : carving.idleHoles()) {
      remarks.add(
          "Hole %d, at (%s, %s, %s), is outside or in an earlier hole, and changes nothing."
              .formatted(
                  hole,
                  domain.holes()[3 * hole],
                  domain.holes()[3 * hole + 1],
                  domain.holes()[3 * hole + 2]));
    }
    for (int each : carving.idleRegions()) {
      Domain.Region region = domain.regions().get(each);
      remarks.add(
          "Region %d, at (%s, %s, %s), is outside or where an earlier region is, and changes nothing."
              .formatted(each, region.x(), region.y(), region.z()));
    }
    if (carving.looseFacets() > 0) {
      remarks.add(
          "%,d facets have no tet beside them, as they are outside or in holes."
              .formatted(carving.looseFacets()));
    }
    int outside = 0;
    for (int p = 0; p < domain.pointCount(); p++) {
      outside += carving.number(p) == 0 ? 1 : 0;
    }
    if (outside > 0) {
      remarks.add(
          "%,d points of the input are outside, and no vertices of the mesh.".formatted(outside));
    }
  }

  /// The numbers of materials, and the sizes of regions, of a carved complex.
  private WishedSizes sizes(Carving carving) {
    int count = carving.regionCount();
    materials = new int[count];
    double[] volumes = new double[count];
    Arrays.fill(volumes, Double.POSITIVE_INFINITY);
    int next = 1;
    for (int region = 0; region < count; region++) {
      int entry = carving.entryOf(region);
      if (entry >= 0) {
        materials[region] = domain.regions().get(entry).number();
        volumes[region] = domain.regions().get(entry).maxVolume();
      } else {
        while (materialNames.containsKey(next)) {
          next++;
        }
        materials[region] = next++;
      }
    }
    return sizes(carving.tets(), volumes);
  }

  private WishedSizes sizes(ConstrainedTets tets, double[] volumes) {
    for (int region = 0; region < volumes.length; region++) {
      Double own = mesher.volumes.get(materials[region]);
      volumes[region] = Math.min(volumes[region], own == null ? Double.POSITIVE_INFINITY : own);
    }
    WishedSizes.EdgeLength edge = mesher.edge;
    if (mesher.gradation > 0) {
      WishedSizes.EdgeLength graded = BoundaryGrading.of(tets, mesher.gradation);
      edge = edge == null ? graded : both(edge, graded);
    }
    return new WishedSizes(mesher.bound, mesher.maxVolume, volumes, edge);
  }

  /// The tets of the mesh that is to be refined.
  private ConstrainedTets reopen(TetMeshArrays arrays) {
    materials = Arrays.stream(arrays.materials()).sorted().distinct().toArray();
    int[] regions = new int[arrays.materials().length];
    Arrays.setAll(regions, t -> Arrays.binarySearch(materials, arrays.materials()[t]));
    return Reopening.of(
        domain, arrays.inputVertices(), arrays.corners(), arrays.neighbours(), regions);
  }

  private static WishedSizes.EdgeLength both(WishedSizes.EdgeLength a, WishedSizes.EdgeLength b) {
    return (x, y, z) -> Math.min(a.at(x, y, z), b.at(x, y, z));
  }

  MeshingEstimate estimate() {
    if (mesher.given != null) {
      ConstrainedTets tets = reopen(mesher.given.arrays());
      return estimate(tets, sizes(tets, anyVolume()));
    }
    Carving carving = carve();
    return estimate(carving.tets(), sizes(carving));
  }

  private double[] anyVolume() {
    double[] volumes = new double[materials.length];
    Arrays.fill(volumes, Double.POSITIVE_INFINITY);
    return volumes;
  }

  private MeshingEstimate estimate(ConstrainedTets tets, WishedSizes sizes) {
    return new Estimator(tets, sizes).estimate(domain, sharpness);
  }

  TetMesh run() {
    if (mesher.given != null) {
      ConstrainedTets tets = reopen(mesher.given.arrays());
      return refine(tets, sizes(tets, anyVolume()), mesher.given.inputVertexCount());
    }
    Carving carving = carve();
    WishedSizes sizes = sizes(carving);
    int inputPoints = 0;
    for (int p = 0; p < domain.pointCount(); p++) {
      inputPoints += carving.number(p) > 0 ? 1 : 0;
    }
    return refine(carving.tets(), sizes, inputPoints);
  }

  private TetMesh refine(ConstrainedTets tets, WishedSizes sizes, int inputPoints) {
    MeshingEstimate estimate = estimate(tets, sizes);
    var refiner =
        new Refiner(
            tets,
            sizes,
            shells,
            sharpness,
            floor(),
            mesher.maxTets,
            (count, bad) -> goOn(MeshingListener.Stage.REFINEMENT, count, bad, estimate.tets()));
    refiner.run(mesher.given == null);
    if (refiner.isFull()) {
      end = MeshingOutcome.End.MAX_TETS;
    }
    MeshShape before = Shapes.of(tets);
    if (mesher.improves && end != MeshingOutcome.End.LISTENER) {
      int count = before.tets();
      new Improver(tets, new RefinementLimits(tets, sizes)::excess, TARGET_DEGREES)
          .run(left -> goOn(MeshingListener.Stage.IMPROVEMENT, count, left, count));
    }
    MeshShape after = mesher.improves ? Shapes.of(tets) : before;
    return new TetMeshBuilder(tets, markerOf, boundaryNames, materialNames, materials)
        .build(outcome(tets, sizes, before, after), inputPoints);
  }

  private boolean goOn(MeshingListener.Stage stage, int tets, int left, long expected) {
    if (end == MeshingOutcome.End.LISTENER) {
      return false;
    }
    if (!mesher.listener.goOn(new MeshingListener.Progress(stage, tets, left, expected))) {
      end = MeshingOutcome.End.LISTENER;
      return false;
    }
    if (System.nanoTime() - begin > mesher.nanos) {
      end = MeshingOutcome.End.MAX_TIME;
      return false;
    }
    return true;
  }

  private MeshingOutcome outcome(
      ConstrainedTets tets, WishedSizes sizes, MeshShape before, MeshShape after) {
    int shapes = 0;
    int large = 0;
    double[] places = new double[3 * MOST_PLACES];
    int used = 0;
    var limits = new RefinementLimits(tets, sizes);
    int[] v = tets.tets.vertex;
    for (int t = 0; t < tets.tets.slots; t++) {
      if (!tets.isReal(t)) {
        continue;
      }
      int o = 4 * t;
      boolean shapeMissed = limits.excessOfShape(v[o], v[o + 1], v[o + 2], v[o + 3]) > 1 + 1e-9;
      boolean sizeMissed =
          limits.excessOfSize(tets.material[t], v[o], v[o + 1], v[o + 2], v[o + 3]) > 1 + 1e-9;
      shapes += shapeMissed ? 1 : 0;
      large += sizeMissed ? 1 : 0;
      if ((shapeMissed || sizeMissed) && used < MOST_PLACES) {
        for (int k = 0; k < 12; k++) {
          places[3 * used + k % 3] += tets.xyz[3 * v[o + k / 3] + k % 3] / 4;
        }
        used++;
      }
    }
    for (BackgroundSizing background : mesher.backgrounds) {
      if (background.outside() > 0) {
        remarks.add(
            "The background mesh does not reach %,d of the places at which a size was asked for; the nearest of its vertices counted there."
                .formatted(background.outside()));
      }
    }
    return new MeshingOutcome(
        end, shapes, large, Arrays.copyOf(places, 3 * used), before, after, List.copyOf(remarks));
  }
}
