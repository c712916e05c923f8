// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
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
    return new Complex(
        domain,
        numbers,
        boundaryNames,
        materialNames,
        defects,
        assembly.remarks(),
        assembly.pointOf());
  }
}
