// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.TinyCoordinates;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.domain.Domain;
import weft.mesh.internal.domain.SurfaceFacets;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;
import weft.mesh.surface.Diagnosis;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceRepair;

/// A piecewise linear complex: points, segments and plane facets, which enclose the domains that
/// [Mesher] fills with tets. Facets may have holes, and may meet in any number at a segment, so
/// that they divide a domain into regions. They meet in common points and segments only.
///
/// Each facet has a marker, a positive number that may have a name, and so has each region. Both
/// are on the mesh.
///
/// ```java
/// Complex complex = Complex.read(Path.of("bracket.stl"));
/// TetMesh mesh = Mesher.of(complex).radiusEdge(2).mesh();
/// ```
///
/// An instance does not change.
public final class Complex {
  private static final Set<DefectKind> OF_SURFACES =
      EnumSet.of(
          DefectKind.CUT_FILE,
          DefectKind.NOT_FINITE,
          DefectKind.OUT_OF_RANGE,
          DefectKind.OPEN_BORDER,
          DefectKind.T_JUNCTION,
          DefectKind.CLOSE_POINTS,
          DefectKind.OVERLAP,
          DefectKind.INTERSECTION);

  private static final Set<DefectKind> REPAIRED =
      EnumSet.of(
          DefectKind.OUT_OF_RANGE,
          DefectKind.REPEATED_POINT,
          DefectKind.FLAT_TRIANGLE,
          DefectKind.REPEATED_TRIANGLE);

  private final Domain domain;
  private final int[] markers;
  private final NavigableMap<Integer, String> boundaryNames;
  private final NavigableMap<Integer, String> materialNames;
  private final List<Defect> defects;
  private final List<String> remarks;
  private final int[] pointOf;
  private final FeatureMarks marks;

  Complex(
      Domain domain,
      int[] markers,
      NavigableMap<Integer, String> boundaryNames,
      NavigableMap<Integer, String> materialNames,
      List<Defect> defects,
      List<String> remarks,
      int[] pointOf,
      FeatureMarks marks) {
    this.domain = domain;
    this.markers = markers;
    this.boundaryNames = boundaryNames;
    this.materialNames = materialNames;
    this.defects = List.copyOf(defects);
    this.remarks = List.copyOf(remarks);
    this.pointOf = pointOf;
    this.marks = marks;
  }

  /// Reads a file: TetGen's `.poly` or `.smesh`, or a surface of triangles in any format that
  /// [Surface#read] takes. What is wrong with the complex itself is in [#defects].
  ///
  /// @throws IOException if the file cannot be read, or is of another format; with a sentence
  public static Complex read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".poly") || name.endsWith(".smesh")) {
      return new PolyReader(file).read();
    }
    return of(Surface.read(file));
  }

  /// Makes the complex of a surface. Triangles of one group that lie in a plane, up to the digits
  /// of their coordinates, become one facet; group i has the marker i + 1. Points at one place
  /// become one; flat and repeated triangles are left out.
  public static Complex of(Surface surface) {
    return of(surface, 0);
  }

  /// Makes the complex of a surface, in which triangles become one facet if they lie in a plane up
  /// to a distance. New vertices of the facet are as far from its triangles at most; a remark says
  /// how far its points are from the plane.
  ///
  /// @param coplanar the distance; 0 for what the digits of the coordinates say
  /// @throws IllegalArgumentException if it is negative or not finite
  public static Complex of(Surface surface, double coplanar) {
    if (!(coplanar >= 0 && coplanar < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "triangles up to %s from a plane cannot be joined; give a positive length"
              .formatted(coplanar));
    }
    Surface used = surface;
    List<String> remarks = new ArrayList<>(surface.remarks());
    Diagnosis diagnosis = Diagnosis.of(used);
    if (diagnosis.defects().stream().anyMatch(each -> REPAIRED.contains(each.kind()))) {
      SurfaceRepair repair = SurfaceRepair.of(surface, 0);
      remarks.addAll(repair.done());
      List<Defect> before = diagnosis.defects();
      used = repair.surface();
      diagnosis = Diagnosis.of(used);
      List<Defect> cut =
          before.stream().filter(each -> each.kind() == DefectKind.CUT_FILE).toList();
      return of(surface, used, diagnosis, cut, remarks, coplanar);
    }
    return of(surface, used, diagnosis, List.of(), remarks, coplanar);
  }

  private static Complex of(
      Surface given,
      Surface used,
      Diagnosis diagnosis,
      List<Defect> more,
      List<String> remarks,
      double coplanar) {
    List<Defect> defects = new ArrayList<>(more);
    diagnosis.defects().stream()
        .filter(each -> OF_SURFACES.contains(each.kind()))
        .forEach(defects::add);
    int[] triangles = used.triangles().clone();
    TreeMap<Integer, String> names = new TreeMap<>();
    for (int i = 0; i < used.groupNames().size(); i++) {
      names.put(i + 1, used.groupNames().get(i));
    }
    int[] facets = new int[used.triangleCount()];
    int count = 0;
    int[] segments = {};
    if (defects.isEmpty()) {
      var joined = new SurfaceFacets(used.points(), triangles, used.groups(), coplanar);
      facets = joined.facets;
      count = joined.count();
      segments = joined.segments();
      if (coplanar > 0) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "Triangles up to %.4g from a plane are one facet: %,d triangles became %,d facets, whose points are up to %.4g from their planes.",
                coplanar,
                facets.length,
                count,
                joined.deviation()));
      }
    }
    int[] markers = new int[count];
    for (int t = 0; t < facets.length && count > 0; t++) {
      markers[facets[t]] = used.groups()[t] + 1;
    }
    var domain =
        new Domain(used.points(), triangles, facets, count, segments, new double[0], List.of());
    return new Complex(
        domain,
        markers,
        names,
        new TreeMap<>(),
        defects,
        remarks,
        sameNumbers(given.pointCount(), used.pointCount()),
        FeatureMarks.NONE);
  }

  private static int[] sameNumbers(int given, int used) {
    int[] numbers = new int[given];
    Arrays.setAll(numbers, i -> given == used ? i : -1);
    return numbers;
  }

  /// The same complex with a further hole: what surrounds the place, up to the facets, is left
  /// empty.
  public Complex withHole(double x, double y, double z) {
    checkPlace("hole", x, y, z);
    int count = domain.holes().length;
    double[] holes = Arrays.copyOf(domain.holes(), count + 3);
    holes[count] = x;
    holes[count + 1] = y;
    holes[count + 2] = z;
    return with(domain.xyz(), holes, domain.regions(), materialNames);
  }

  /// The same complex with a further region: what surrounds the place, up to the facets, is of this
  /// material.
  ///
  /// @param material a positive number
  /// @param name of the material, or an empty text
  /// @param maxVolume the largest volume of its tets, or infinity
  /// @throws IllegalArgumentException if a number is not positive, or the place is not finite
  public Complex withRegion(
      int material, String name, double x, double y, double z, double maxVolume) {
    checkPlace("region", x, y, z);
    if (material < 1 || !(maxVolume > 0)) {
      throw new IllegalArgumentException(
          "region %d has the largest volume %s; both numbers are positive"
              .formatted(material, maxVolume));
    }
    List<Domain.Region> regions = new ArrayList<>(domain.regions());
    regions.add(new Domain.Region(x, y, z, material, maxVolume));
    TreeMap<Integer, String> names = new TreeMap<>(materialNames);
    names.merge(material, name, (a, b) -> a.isEmpty() ? b : a);
    return with(domain.xyz(), domain.holes(), regions, names);
  }

  private static void checkPlace(String what, double x, double y, double z) {
    if (!(Predicates.isInRange(x) && Predicates.isInRange(y) && Predicates.isInRange(z))) {
      throw new IllegalArgumentException(
          "the place of a %s is (%s, %s, %s); coordinates are 0, or from 1e-20 to 1e20 in magnitude"
              .formatted(what, x, y, z));
    }
  }

  /// The same complex in another unit: all lengths are multiplied by a factor. Facets stay what
  /// they are, whatever the rounding; places of [#defects] stay those of the input.
  ///
  /// @throws IllegalArgumentException if the factor is not positive, or coordinates leave the range
  ///   from 1e-20 to 1e20
  public Complex scaled(double factor) {
    double[] xyz = scaled(domain.xyz(), factor);
    TinyCoordinates.clear(xyz);
    for (double x : xyz) {
      if (!(factor > 0) || defects.isEmpty() && !Predicates.isInRange(x)) {
        throw new IllegalArgumentException(
            "with the factor %s a coordinate becomes %s; coordinates are 0, or from 1e-20 to 1e20 in magnitude"
                .formatted(factor, x));
      }
    }
    List<Domain.Region> regions = new ArrayList<>();
    for (Domain.Region each : domain.regions()) {
      regions.add(
          new Domain.Region(
              factor * each.x(),
              factor * each.y(),
              factor * each.z(),
              each.number(),
              each.maxVolume() * factor * factor * factor));
    }
    return with(xyz, scaled(domain.holes(), factor), regions, materialNames);
  }

  private static double[] scaled(double[] numbers, double factor) {
    return Arrays.stream(numbers).map(each -> each * factor).toArray();
  }

  private Complex with(
      double[] xyz,
      double[] holes,
      List<Domain.Region> regions,
      NavigableMap<Integer, String> names) {
    var changed =
        new Domain(
            xyz,
            domain.triangles(),
            domain.facets(),
            domain.facetCount(),
            domain.segments(),
            holes,
            List.copyOf(regions));
    return new Complex(changed, markers, boundaryNames, names, defects, remarks, pointOf, marks);
  }

  /// What is wrong with the complex. [Mesher] refuses it unless this is empty. Each defect has a
  /// sentence and places.
  public List<Defect> defects() {
    return defects;
  }

  /// What was done to the input, such as joining points: sentences.
  public List<String> remarks() {
    return remarks;
  }

  /// The number of different points.
  public int pointCount() {
    return domain.pointCount();
  }

  /// The number of facets.
  public int facetCount() {
    return domain.facetCount();
  }

  /// The number of segments.
  public int segmentCount() {
    return domain.segments().length / 2;
  }

  /// The length of the shortest segment.
  public double shortestSegment() {
    return domain.shortest();
  }

  /// The marker of a facet.
  public int marker(int facet) {
    return markers[facet];
  }

  /// The names of markers; a name may be empty.
  public NavigableMap<Integer, String> boundaryNames() {
    return boundaryNames;
  }

  /// The names of materials; empty if no region is named.
  public NavigableMap<Integer, String> materialNames() {
    return materialNames;
  }

  /// The facets as triangles, with markers as groups: to look at, or to check.
  public Surface surface() {
    List<Integer> numbers = new ArrayList<>(boundaryNames.keySet());
    int[] groups = new int[domain.facets().length];
    for (int t = 0; t < groups.length && domain.facetCount() > 0; t++) {
      groups[t] = numbers.indexOf(markers[domain.facets()[t]]);
    }
    List<String> names = new ArrayList<>(boundaryNames.values());
    return domain.facetCount() == 0
        ? Surface.of(domain.xyz(), domain.triangles())
        : Surface.of(domain.xyz(), domain.triangles(), groups, names);
  }

  FeatureMarks marks() {
    return marks;
  }

  Domain domain() {
    return domain;
  }

  /// The point of the domain that stands for a point of the input, or −1 if that is not known.
  int pointOf(int point) {
    return pointOf[point];
  }
}
