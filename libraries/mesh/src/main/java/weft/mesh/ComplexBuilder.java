// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.mesh.internal.content.FeatureMarks;
import weft.mesh.internal.domain.Domain;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Surface;

/// Makes a [Complex] from arrays.
///
/// ```java
/// var cube = new ComplexBuilder(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1);
/// cube.facet(1, new int[] {0, 3, 2, 1}).facet(2, new int[] {4, 5, 6, 7});
/// cube.facet(3, new int[] {0, 1, 5, 4}).facet(3, new int[] {1, 2, 6, 5});
/// cube.facet(3, new int[] {2, 3, 7, 6}).facet(3, new int[] {3, 0, 4, 7});
/// cube.name(1, "floor").name(2, "ceiling").name(3, "wall");
/// Complex complex = cube.build();
/// ```
public final class ComplexBuilder {
  private final ComplexAssembly assembly;
  private final List<Integer> markers = new ArrayList<>();
  private final List<double[]> holes = new ArrayList<>();
  private final List<Domain.Region> regions = new ArrayList<>();
  private final List<int[]> markedSegments = new ArrayList<>();
  private final List<int[]> markedPoints = new ArrayList<>();
  private final TreeMap<Integer, String> segmentNames = new TreeMap<>();
  private final TreeMap<Integer, String> pointNames = new TreeMap<>();
  private final TreeMap<Integer, String> boundaryNames = new TreeMap<>();
  private final TreeMap<Integer, String> materialNames = new TreeMap<>();

  /// Begins with points.
  ///
  /// @param xyz x, y and z of each point, which are copied
  /// @throws IllegalArgumentException if there are not three for each
  public ComplexBuilder(double... xyz) {
    if (xyz.length % 3 != 0) {
      throw new IllegalArgumentException(
          "%d coordinates are not three for each point; give x, y, z of the first point, then of the next"
              .formatted(xyz.length));
    }
    assembly = new ComplexAssembly(xyz.clone());
  }

  /// Adds a facet, of one or several polygons in a plane: its border, and borders of its holes. A
  /// polygon of two points is a segment in the facet, and one of one point a point in it.
  ///
  /// @param marker a positive number, which may have a name; several facets may have it
  /// @throws IllegalArgumentException if the marker is not positive, or a point is missing
  public ComplexBuilder facet(int marker, int[]... polygons) {
    if (marker < 1) {
      throw new IllegalArgumentException(
          "the marker of a facet is %d; give a positive number".formatted(marker));
    }
    assembly.addFacet(polygons);
    markers.add(marker);
    boundaryNames.putIfAbsent(marker, "");
    return this;
  }

  /// Marks a hole of the facet that was added last, by a place in it.
  public ComplexBuilder facetHole(double x, double y, double z) {
    assembly.addFacetHole(x, y, z);
    return this;
  }

  /// Adds a segment of its own.
  ///
  /// @throws IllegalArgumentException if a point is missing
  public ComplexBuilder segment(int a, int b) {
    assembly.addSegment(a, b);
    return this;
  }

  /// Adds a segment of its own, or marks one that is a border of a facet. Its marker is on the
  /// pieces that it is divided into.
  ///
  /// @param marker a positive number
  /// @param name of the marker, or an empty text
  /// @throws IllegalArgumentException if the marker is not positive, or a point is missing
  public ComplexBuilder segment(int marker, String name, int a, int b) {
    checkMarker("segment", marker);
    assembly.addSegment(a, b);
    markedSegments.add(new int[] {marker, a, b});
    segmentNames.merge(marker, name, (x, y) -> x.isEmpty() ? y : x);
    return this;
  }

  /// Marks a point.
  ///
  /// @param marker a positive number
  /// @param name of the marker, or an empty text
  /// @throws IllegalArgumentException if the marker is not positive, or the point is missing
  public ComplexBuilder point(int marker, String name, int point) {
    checkMarker("point", marker);
    assembly.check(point);
    markedPoints.add(new int[] {marker, point});
    pointNames.merge(marker, name, (x, y) -> x.isEmpty() ? y : x);
    return this;
  }

  private static void checkMarker(String what, int marker) {
    if (marker < 1) {
      throw new IllegalArgumentException(
          "the marker of a %s is %d; give a positive number".formatted(what, marker));
    }
  }

  private FeatureMarks marks(Domain domain) {
    for (int[] each : assembly.loneSegments()) {
      int marker = markers.get(each[0]);
      markedSegments.add(new int[] {marker, each[1], each[2]});
      segmentNames.merge(
          marker, boundaryNames.getOrDefault(marker, ""), (x, y) -> x.isEmpty() ? y : x);
    }
    if (markedSegments.isEmpty() && markedPoints.isEmpty()) {
      return FeatureMarks.NONE;
    }
    int[] numbers = assembly.pointOf();
    Map<List<Integer>, Integer> markerOf = new HashMap<>();
    for (int[] each : markedSegments) {
      int a = numbers[each[1]];
      int b = numbers[each[2]];
      markerOf.putIfAbsent(List.of(Math.min(a, b), Math.max(a, b)), each[0]);
    }
    int[] segments = domain.segments();
    int[] ofSegments = new int[segments.length / 2];
    for (int i = 0; i < ofSegments.length; i++) {
      int a = segments[2 * i];
      int b = segments[2 * i + 1];
      Integer marker = markerOf.remove(List.of(Math.min(a, b), Math.max(a, b)));
      ofSegments[i] = marker == null ? 0 : marker;
    }
    markerOf.forEach((ends, marker) ->
        assembly
            .remarks()
            .add(
                "The segment with the marker %d from point %d to point %d is divided by other points, and lost its marker; mark its parts."
                    .formatted(marker, ends.get(0), ends.get(1))));
    int[] ofPoints = new int[domain.pointCount()];
    for (int[] each : markedPoints) {
      int p = numbers[each[1]];
      ofPoints[p] = ofPoints[p] == 0 ? each[0] : ofPoints[p];
    }
    return FeatureMarks.of(ofSegments, ofPoints, segmentNames, pointNames);
  }

  /// Marks a hole of the domain, by a place in it: what surrounds the place, up to the facets, is
  /// left empty.
  public ComplexBuilder hole(double x, double y, double z) {
    holes.add(new double[] {x, y, z});
    return this;
  }

  /// Names a region, by a place in it.
  ///
  /// @param material a positive number
  /// @param name of the material, or an empty text
  /// @param maxVolume the largest volume of its tets, or infinity
  /// @throws IllegalArgumentException if a number is not positive
  public ComplexBuilder region(
      int material, String name, double x, double y, double z, double maxVolume) {
    if (material < 1 || !(maxVolume > 0)) {
      throw new IllegalArgumentException(
          "region %d has the largest volume %s; both numbers are positive"
              .formatted(material, maxVolume));
    }
    regions.add(new Domain.Region(x, y, z, material, maxVolume));
    materialNames.merge(material, name, (a, b) -> a.isEmpty() ? b : a);
    return this;
  }

  /// Names a marker.
  public ComplexBuilder name(int marker, String name) {
    boundaryNames.put(marker, name);
    return this;
  }

  /// Checks all, and makes the complex. What is wrong with it is in [Complex#defects].
  public Complex build() {
    List<Defect> defects = new ArrayList<>();
    double[] inHoles = holes.stream().flatMapToDouble(Arrays::stream).toArray();
    Domain domain = assembly.build(inHoles, regions, defects);
    int[] numbers = markers.stream().mapToInt(each -> each).toArray();
    if (defects.isEmpty()) {
      ComplexChecks.addIntersections(Surface.of(domain.xyz(), domain.triangles()), domain, defects);
    }
    FeatureMarks marks = marks(domain);
    return new Complex(
        domain,
        numbers,
        boundaryNames,
        materialNames,
        defects,
        assembly.remarks(),
        assembly.pointOf(),
        marks);
  }
}
