// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import weft.mesh.Complex;
import weft.mesh.ComplexBuilder;
import weft.mesh.surface.Surface;

/// What a test gives to the mesher, with what has to be true of the mesh.
///
/// @param xyz points, all of which are in the domain or on its boundary, none twice
/// @param facets with their materials on both sides
/// @param segments two points for each segment that is not a border of a facet
/// @param holes x, y, z of a place in each hole
/// @param places in the domain, and their materials
/// @param tolerance how far facets are from planes, and new points from segments
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Body(
    double[] xyz,
    List<Facet> facets,
    int[] segments,
    double[] holes,
    List<Place> places,
    double tolerance) {
  /// A plane facet. Loops are counterclockwise seen from the front, those of holes clockwise.
  ///
  /// @param front the material before it; 0 outside, −1 if that is not known
  /// @param back the material behind it
  /// @param inner two points for each segment in the facet
  public record Facet(int marker, int front, int back, int[][] loops, int[][] inner) {
    /// Makes a facet without segments in it.
    public Facet(int marker, int front, int back, int[]... loops) {
      this(marker, front, back, loops, new int[0][]);
    }
  }

  /// A place and its material.
  public record Place(double x, double y, double z, int material) {}

  /// The number of points.
  public int pointCount() {
    return xyz.length / 3;
  }

  /// The body as a complex of polygons.
  public Complex complex() {
    var builder = new ComplexBuilder(xyz);
    TreeMap<Integer, Boolean> markers = new TreeMap<>();
    for (Facet facet : facets) {
      List<int[]> polygons = new ArrayList<>(List.of(facet.loops()));
      polygons.addAll(List.of(facet.inner()));
      builder.facet(facet.marker(), polygons.toArray(new int[0][]));
      for (int i = 1; i < facet.loops().length; i++) {
        double[] at = inside(facet.loops()[i]);
        builder.facetHole(at[0], at[1], at[2]);
      }
      markers.put(facet.marker(), true);
    }
    for (int i = 0; i < segments.length; i += 2) {
      builder.segment(segments[i], segments[i + 1]);
    }
    for (int i = 0; i < holes.length; i += 3) {
      builder.hole(holes[i], holes[i + 1], holes[i + 2]);
    }
    for (Place at : places) {
      builder.region(
          at.material(),
          materialName(at.material()),
          at.x(),
          at.y(),
          at.z(),
          Double.POSITIVE_INFINITY);
    }
    markers.keySet().forEach(each -> builder.name(each, markerName(each)));
    return builder.build();
  }

  /// The name of a material.
  public static String materialName(int material) {
    return "material " + material;
  }

  /// The name of a marker.
  public static String markerName(int marker) {
    return "marker " + marker;
  }

  /// A place inside a convex loop.
  private double[] inside(int[] loop) {
    double[] at = new double[3];
    for (int v : loop) {
      for (int k = 0; k < 3; k++) {
        at[k] += xyz[3 * v + k] / loop.length;
      }
    }
    return at;
  }

  /// The boundary as a surface of triangles that look outwards; a marker is a group. The loops must
  /// be convex, and no facet may have a hole or the domain on both sides.
  public Surface surface() {
    List<Integer> markers = facets.stream().map(Facet::marker).distinct().sorted().toList();
    List<int[]> triangles = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    for (Facet facet : facets) {
      int[] loop = facet.loops()[0];
      for (int i = 1; i + 1 < loop.length; i++) {
        triangles.add(
            facet.front() == 0
                ? new int[] {loop[0], loop[i], loop[i + 1]}
                : new int[] {loop[0], loop[i + 1], loop[i]});
        groups.add(markers.indexOf(facet.marker()));
      }
    }
    return Surface.of(
        xyz,
        triangles.stream().flatMapToInt(Arrays::stream).toArray(),
        groups.stream().mapToInt(each -> each).toArray(),
        markers.stream().map(Body::markerName).toList());
  }

  /// Six times the volume of each material, shifted as the coordinates of `exact` are: facets with
  /// a side of the material, seen from the first point.
  Map<Integer, BigInteger> sixVolumes(ExactSigns exact) {
    Map<Integer, BigInteger> volumes = new HashMap<>();
    for (Facet facet : facets) {
      BigInteger six = BigInteger.ZERO;
      for (int[] loop : facet.loops()) {
        for (int i = 1; i + 1 < loop.length; i++) {
          six = six.add(exact.six(0, loop[0], loop[i], loop[i + 1]));
        }
      }
      volumes.merge(facet.back(), six, BigInteger::add);
      volumes.merge(facet.front(), six.negate(), BigInteger::add);
    }
    volumes.remove(0);
    return volumes;
  }

  /// The largest coordinate.
  public double magnitude() {
    return Arrays.stream(xyz).map(Math::abs).max().orElse(0);
  }

  /// The body times a factor; a power of two leaves all else as it is.
  public Body scaled(double factor) {
    double[] more = Arrays.stream(xyz).map(x -> x * factor).toArray();
    return with(
        more,
        Arrays.stream(holes).map(x -> x * factor).toArray(),
        places.stream()
            .map(at -> new Place(at.x() * factor, at.y() * factor, at.z() * factor, at.material()))
            .toList(),
        tolerance * factor);
  }

  private Body with(double[] points, double[] inHoles, List<Place> inRegions, double deviation) {
    return new Body(points, facets, segments, inHoles, inRegions, deviation);
  }

  /// The body turned about an axis and moved, both by chance; facets are plane up to rounding then.
  ///
  /// @param distance how far it is moved, at most
  public Body turned(SplittableRandom random, double distance) {
    double[] axis = new double[3];
    double square = 0;
    while (square < 0.01 || square > 1) {
      square = 0;
      for (int k = 0; k < 3; k++) {
        axis[k] = 2 * random.nextDouble() - 1;
        square += axis[k] * axis[k];
      }
    }
    double angle = 2 * Math.PI * random.nextDouble();
    double[] by = new double[3];
    for (int k = 0; k < 3; k++) {
      axis[k] /= Math.sqrt(square);
      by[k] = (2 * random.nextDouble() - 1) * distance;
    }
    double[] points = turn(xyz, axis, angle, by);
    double[] inHoles = turn(holes, axis, angle, by);
    List<Place> inRegions = new ArrayList<>();
    for (Place at : places) {
      double[] p = turn(new double[] {at.x(), at.y(), at.z()}, axis, angle, by);
      inRegions.add(new Place(p[0], p[1], p[2], at.material()));
    }
    double largest = Arrays.stream(points).map(Math::abs).max().orElse(0);
    return with(points, inHoles, inRegions, tolerance + 8 * Math.ulp(largest));
  }

  private static double[] turn(double[] points, double[] axis, double angle, double[] by) {
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    double[] turned = new double[points.length];
    for (int p = 0; p < points.length; p += 3) {
      double along = 0;
      for (int k = 0; k < 3; k++) {
        along += axis[k] * points[p + k];
      }
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        double across = axis[i] * points[p + j] - axis[j] * points[p + i];
        turned[p + k] = c * points[p + k] + s * across + (1 - c) * along * axis[k] + by[k];
      }
    }
    return turned;
  }

  /// The body with coordinates of 32 bits, as a binary STL has them.
  public Body asFloats() {
    double[] rounded = Arrays.stream(xyz).map(x -> (double) (float) x).toArray();
    return with(rounded, holes, places, tolerance + 2 * Math.ulp((float) magnitude()));
  }

  /// The body with a segment more.
  public Body withSegment(double[] from, double[] to) {
    double[] points = Arrays.copyOf(xyz, xyz.length + 6);
    System.arraycopy(from, 0, points, xyz.length, 3);
    System.arraycopy(to, 0, points, xyz.length + 3, 3);
    int[] more = Arrays.copyOf(segments, segments.length + 2);
    more[segments.length] = pointCount();
    more[segments.length + 1] = pointCount() + 1;
    return new Body(points, facets, more, holes, places, tolerance);
  }

  /// The body with points more.
  public Body withPoints(double... more) {
    double[] points = Arrays.copyOf(xyz, xyz.length + more.length);
    System.arraycopy(more, 0, points, xyz.length, more.length);
    return new Body(points, facets, segments, holes, places, tolerance);
  }

  /// The body with a facet more, whose loop has these points.
  public Body withFacet(int marker, int material, double... loop) {
    int[] numbers = new int[loop.length / 3];
    Arrays.setAll(numbers, i -> pointCount() + i);
    Body more = withPoints(loop);
    List<Facet> all = new ArrayList<>(facets);
    all.add(new Facet(marker, material, material, numbers));
    return new Body(more.xyz, all, segments, holes, places, tolerance);
  }
}
