// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.domain.Carving;
import weft.mesh.internal.domain.Domain;
import weft.mesh.internal.domain.Recovery;
import weft.mesh.internal.domain.Reopening;
import weft.mesh.internal.domain.SharpPlaces;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.Sharpness;
import weft.mesh.internal.refine.ShellPoints;
import weft.mesh.internal.refine.WishedSizes;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;

/// What a [Mesher] makes before it divides tets: the recovered and carved complex, or the mesh that
/// is to be refined, opened again. An estimate leaves it to the mesh that is made next.
final class Preparation {
  private static final double FLOOR = 1.0 / 64;

  /// With this bound the refinement ends, if no angle is sharp: J. R. Shewchuk.
  private static final double LEAST_BOUND = 2;

  /// Nothing is divided below this share of the domain's size.
  private static final double LEAST = 1e-13;

  final Domain domain;
  final ShellPoints shells;
  final Sharpness sharpness;
  final List<String> remarks = new ArrayList<>();
  final IntUnaryOperator markerOf;
  final NavigableMap<Integer, String> boundaryNames;
  final NavigableMap<Integer, String> materialNames;

  /// The markers of the segments and points of the input.
  final FeatureMarks marks;

  /// The vertex that each point of the input has become, from 1; 0 if none.
  final IntUnaryOperator numberOf;

  /// The tets, which the refinement changes.
  final ConstrainedTets tets;

  /// The material number of each region.
  final int[] materials;

  /// The largest volumes that the complex has for its regions.
  final double[] volumes;

  /// The number of points of the input that are vertices.
  final int inputPoints;

  /// The nanoseconds that it took.
  private final long nanos;

  Preparation(Mesher mesher, WorkClock clock) {
    clock.beginPart();
    Complex complex = mesher.complex;
    if (complex != null) {
      if (!complex.defects().isEmpty()) {
        throw new ComplexException(complex.defects());
      }
      remarks.addAll(complex.remarks());
      domain = complex.domain();
      marks = complex.marks();
      markerOf = complex::marker;
      boundaryNames = complex.boundaryNames();
      materialNames = complex.materialNames();
    } else {
      TetMeshArrays arrays = Objects.requireNonNull(mesher.given).arrays();
      domain = arrays.domain();
      marks = arrays.marks();
      int[] markers = arrays.markerOfFacets();
      markerOf = facet -> markers[facet];
      boundaryNames = arrays.boundaryNames();
      materialNames = arrays.materialNames();
    }
    clock.check(0, domain.facetCount());
    shells = shells(domain);
    sharpness = SharpPlaces.of(domain, clock);
    if (complex != null) {
      Carving carving = carve(clock);
      tets = carving.tets();
      numberOf = carving::number;
      materials = new int[carving.regionCount()];
      volumes = new double[materials.length];
      number(carving);
      int points = 0;
      for (int p = 0; p < domain.pointCount(); p++) {
        points += carving.number(p) > 0 ? 1 : 0;
      }
      inputPoints = points;
    } else {
      TetMesh given = Objects.requireNonNull(mesher.given);
      materials = Arrays.stream(given.arrays().materials()).sorted().distinct().toArray();
      volumes = new double[materials.length];
      Arrays.fill(volumes, Double.POSITIVE_INFINITY);
      tets = reopen(given.arrays());
      numberOf = point -> point + 1;
      inputPoints = given.inputVertexCount();
    }
    nanos = clock.used();
  }

  /// The nanoseconds that it took.
  long nanos() {
    return nanos;
  }

  private static ShellPoints shells(Domain domain) {
    double[] shifted = new double[domain.xyz().length + 3];
    System.arraycopy(domain.xyz(), 0, shifted, 3, domain.xyz().length);
    int[] vertices = domain.segments().clone();
    for (int i = 0; i < vertices.length; i++) {
      vertices[i]++;
    }
    return new ShellPoints(shifted, domain.pointCount() + 1, vertices);
  }

  /// The least distance between a new vertex and others.
  double floor(Mesher mesher) {
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

  private Carving carve(WorkClock clock) {
    clock.check(0, domain.facetCount());
    Recovery recovery = domain.pointCount() < 4 ? null : Recovery.of(domain, shells, clock);
    if (recovery == null) {
      throw new ComplexException(
          List.of(
              plain(
                  DefectKind.NOTHING_ENCLOSED,
                  "all points are in one plane, or there are fewer than four, so they enclose no volume; give a closed surface.")));
    }
    checkRecovered(recovery);
    clock.check(0, 0);
    Carving carving = Carving.of(recovery, clock);
    if (carving.regionCount() == 0) {
      throw new ComplexException(
          List.of(
              plain(
                  DefectKind.NOTHING_ENCLOSED,
                  "the %,d facets enclose no volume, or all of it is in holes; close the surface, and look at the places of the holes."
                      .formatted(domain.facetCount()))));
    }
    checkRounded(carving.turned());
    addRemarks(carving);
    clock.check(0, 0);
    return carving;
  }

  private static void checkRounded(List<double[]> turned) {
    if (!turned.isEmpty()) {
      double[] at = turned.getFirst();
      throw new ComplexException(
          List.of(
              new Defect(
                  DefectKind.NOT_RECOVERED,
                  turned.size(),
                  String.format(
                      Locale.ROOT,
                      "%,d tets are flatter than the rounding of coordinates: at (%.17g, %.17g, %.17g)%s. Move the points there apart, or move the whole nearer to the origin, where coordinates have more digits.",
                      turned.size(),
                      at[0],
                      at[1],
                      at[2],
                      turned.size() > 1 ? ", and more" : ""),
                  new int[0],
                  turned.stream().flatMapToDouble(Arrays::stream).toArray(),
                  new double[0])));
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
                    "%,d facets and %,d segments could not be recovered: at (%.6g, %.6g, %.6g)%s. Others cross them there, or are nearer than the rounding of coordinates (the smallest angle is %.3g°): move them apart, or add points where they meet.",
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

  /// Sets the numbers of materials, and the sizes of regions, of a carved complex.
  private void number(Carving carving) {
    Arrays.fill(volumes, Double.POSITIVE_INFINITY);
    int next = 1;
    for (int region = 0; region < materials.length; region++) {
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
  }

  /// The tets of the mesh that is to be refined.
  private ConstrainedTets reopen(TetMeshArrays arrays) {
    int[] regions = new int[arrays.materials().length];
    Arrays.setAll(regions, t -> Arrays.binarySearch(materials, arrays.materials()[t]));
    return Reopening.of(
        domain,
        point -> point < arrays.inputVertices() || arrays.marks().ofPoint(point) > 0,
        arrays.corners(),
        arrays.neighbours(),
        regions);
  }
}
