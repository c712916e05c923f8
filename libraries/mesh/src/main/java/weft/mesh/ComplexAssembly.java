// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.TinyCoordinates;
import weft.mesh.internal.Welding;
import weft.mesh.internal.domain.Domain;
import weft.mesh.internal.domain.FacetTriangles;
import weft.mesh.surface.Defect;
import weft.mesh.surface.DefectKind;

/// Puts a domain together from points, facets of polygons, and segments.
final class ComplexAssembly {
  /// Points of a facet that are farther from its plane than this share of its size are not in it.
  private static final double PLANE = 1e-6;

  private static final int NAMED = 5;

  private final double[] xyz;
  private final int[] pointOf;
  private final List<int[][]> facets = new ArrayList<>();
  private final List<List<double[]>> facetHoles = new ArrayList<>();
  private final List<int[]> segments = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /// The facet and the two points of each segment that is all of a facet.
  private final List<int[]> loneSegments = new ArrayList<>();

  /// Begins with points, three coordinates for each.
  public ComplexAssembly(double[] xyz) {
    this.xyz = xyz;
    int tiny = TinyCoordinates.clear(xyz);
    if (tiny > 0) {
      remarks.add(
          String.format(
              Locale.ROOT, "%,d tiny coordinates, rounding errors of 0, were set to 0.", tiny));
    }
    pointOf = Welding.firsts(xyz, 0);
  }

  /// Adds a facet of polygons.
  public void addFacet(int[][] polygons) {
    int[][] mapped = new int[polygons.length][];
    for (int i = 0; i < polygons.length; i++) {
      mapped[i] = new int[polygons[i].length];
      for (int k = 0; k < mapped[i].length; k++) {
        mapped[i][k] = pointOf[check(polygons[i][k])];
      }
    }
    facets.add(mapped);
    facetHoles.add(new ArrayList<>());
  }

  /// Refuses a point that is not there.
  public int check(int point) {
    if (point < 0 || point >= pointOf.length) {
      throw new IllegalArgumentException(
          "there is no point %d; points are numbered from 0, and there are %d"
              .formatted(point, pointOf.length));
    }
    return point;
  }

  /// Adds a hole to the last facet.
  public void addFacetHole(double x, double y, double z) {
    if (facetHoles.isEmpty()) {
      throw new IllegalStateException("a hole in a facet comes after its facet; there is none yet");
    }
    facetHoles.getLast().add(new double[] {x, y, z});
  }

  /// Adds a segment.
  public void addSegment(int a, int b) {
    segments.add(new int[] {pointOf[check(a)], pointOf[check(b)]});
  }

  /// What was done to the input.
  public List<String> remarks() {
    return remarks;
  }

  /// The facet and the two points of each segment that is all of a facet.
  public List<int[]> loneSegments() {
    return loneSegments;
  }

  /// The number that each point has in the domain.
  public int[] pointOf() {
    return pointOf;
  }

  /// Makes the domain, and adds what is wrong to `defects`.
  public Domain build(double[] holes, List<Domain.Region> regions, List<Defect> defects) {
    List<double[]> places = new ArrayList<>();
    addPlaces(xyz, places);
    addPlaces(holes, places);
    regions.forEach(each -> places.add(new double[] {each.x(), each.y(), each.z()}));
    facetHoles.forEach(places::addAll);
    if (!check(places, defects)) {
      return new Domain(xyz, new int[0], new int[0], 0, new int[0], holes, regions);
    }
    boolean[] lone = takeLoneSegments();
    new FacetJoining(xyz, pointOf, facets, segments).run();
    List<int[]> triangles = new ArrayList<>();
    TreeSet<Long> edges = new TreeSet<>();
    for (int f = 0; f < facets.size(); f++) {
      triangles.add(lone[f] ? new int[0] : triangulate(f, edges, defects));
    }
    leaveOutRepeated(triangles);
    for (int[] segment : segments) {
      if (segment[0] != segment[1]) {
        edges.add(key(segment[0], segment[1]));
      }
    }
    int count = triangles.stream().mapToInt(each -> each.length / 3).sum();
    int[] all = new int[3 * count];
    int[] facetOf = new int[count];
    int used = 0;
    for (int f = 0; f < triangles.size(); f++) {
      for (int corner : triangles.get(f)) {
        facetOf[used / 3] = f;
        all[used++] = corner;
      }
    }
    int[] pairs = new int[2 * edges.size()];
    int at = 0;
    for (long edge : edges) {
      pairs[at++] = (int) (edge >>> 32);
      pairs[at++] = (int) edge;
    }
    return compact(all, facetOf, pairs, holes, regions);
  }

  /// Makes segments of facets that have no polygon with an inside: TetGen's lone segments. Returns
  /// which these are; they keep their numbers.
  private boolean[] takeLoneSegments() {
    boolean[] lone = new boolean[facets.size()];
    for (int f = 0; f < lone.length; f++) {
      int[][] polygons = facets.get(f);
      lone[f] =
          Arrays.stream(polygons).allMatch(each -> each.length <= 2)
              && Arrays.stream(polygons).anyMatch(each -> each.length == 2 && each[0] != each[1]);
      for (int[] polygon : polygons) {
        if (lone[f] && polygon.length == 2) {
          segments.add(polygon);
          loneSegments.add(new int[] {f, polygon[0], polygon[1]});
        }
      }
      if (lone[f]) {
        facets.set(f, new int[0][]);
      }
    }
    return lone;
  }

  /// Empties facets that have the triangles of an earlier one, as neighbours have that each name
  /// their common wall.
  private void leaveOutRepeated(List<int[]> triangles) {
    Map<List<Integer>, Integer> first = new HashMap<>();
    for (int f = 0; f < triangles.size(); f++) {
      int[] made = triangles.get(f);
      if (made.length == 0) {
        continue;
      }
      List<int[]> sorted = new ArrayList<>();
      for (int i = 0; i < made.length; i += 3) {
        int[] triangle = Arrays.copyOfRange(made, i, i + 3);
        Arrays.sort(triangle);
        sorted.add(triangle);
      }
      sorted.sort(Arrays::compare);
      List<Integer> corners = sorted.stream().flatMapToInt(Arrays::stream).boxed().toList();
      Integer earlier = first.putIfAbsent(corners, f);
      if (earlier != null) {
        triangles.set(f, new int[0]);
        remarks.add(
            "Facet %d is facet %d again, and was left out; the marker of the first counts."
                .formatted(f, earlier));
      }
    }
  }

  /// Leaves out points that are at the place of another one.
  private Domain compact(
      int[] triangles, int[] facetOf, int[] pairs, double[] holes, List<Domain.Region> regions) {
    int[] numbers = new int[pointOf.length];
    double[] kept = new double[xyz.length];
    int count = 0;
    for (int p = 0; p < numbers.length; p++) {
      if (pointOf[p] == p) {
        System.arraycopy(xyz, 3 * p, kept, 3 * count, 3);
        numbers[p] = count++;
      } else {
        numbers[p] = numbers[pointOf[p]];
      }
    }
    for (int[] array : new int[][] {triangles, pairs}) {
      for (int i = 0; i < array.length; i++) {
        array[i] = numbers[array[i]];
      }
    }
    if (count < pointOf.length) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%,d points became %,d: those with equal coordinates were joined.",
              pointOf.length,
              count));
    }
    System.arraycopy(numbers, 0, pointOf, 0, numbers.length);
    return new Domain(
        Arrays.copyOf(kept, 3 * count), triangles, facetOf, facets.size(), pairs, holes, regions);
  }

  private static void addPlaces(double[] coordinates, List<double[]> places) {
    for (int i = 0; i < coordinates.length; i += 3) {
      places.add(Arrays.copyOfRange(coordinates, i, i + 3));
    }
  }

  private static boolean check(List<double[]> places, List<Defect> defects) {
    List<double[]> infinite = new ArrayList<>();
    List<double[]> outside = new ArrayList<>();
    for (double[] place : places) {
      if (!Double.isFinite(place[0] + place[1] + place[2])) {
        infinite.add(place);
      } else if (!Predicates.isInRange(place[0])
          || !Predicates.isInRange(place[1])
          || !Predicates.isInRange(place[2])) {
        outside.add(place);
      }
    }
    add(
        defects,
        DefectKind.NOT_FINITE,
        infinite,
        "coordinates are NaN or infinite (%d times)",
        "Write the file again.");
    add(
        defects,
        DefectKind.OUT_OF_RANGE,
        outside,
        "coordinates are neither 0 nor from 1e-20 to 1e20 in magnitude (%d times)",
        "Scale them.");
    return infinite.isEmpty() && outside.isEmpty();
  }

  private double[] place(int p) {
    return new double[] {xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2]};
  }

  private static void add(
      List<Defect> defects, DefectKind kind, List<double[]> places, String what, String advice) {
    if (places.isEmpty()) {
      return;
    }
    var text = new StringBuilder(what.formatted(places.size())).append(": at ");
    for (int i = 0; i < Math.min(NAMED, places.size()); i++) {
      double[] p = places.get(i);
      text.append(i == 0 ? "" : ", ")
          .append(String.format(Locale.ROOT, "(%.6g, %.6g, %.6g)", p[0], p[1], p[2]));
    }
    if (places.size() > NAMED) {
      text.append(", and ").append(places.size() - NAMED).append(" more");
    }
    defects.add(
        new Defect(
            kind,
            places.size(),
            text + ". " + advice,
            new int[0],
            places.stream().flatMapToDouble(Arrays::stream).toArray(),
            new double[0]));
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private int[] triangulate(int f, Set<Long> edges, List<Defect> defects) {
    int[][] polygons = facets.get(f);
    int[] vertices =
        Arrays.stream(polygons).flatMapToInt(Arrays::stream).sorted().distinct().toArray();
    double[] normal = PolygonNormals.largest(xyz, polygons);
    double length =
        Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (vertices.length < 3 || !(length > 0)) {
      return empty(f, vertices, defects);
    }
    if (!isPlanar(f, vertices, normal, length, defects)) {
      return new int[0];
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
      axis = Math.abs(normal[k]) > Math.abs(normal[axis]) ? k : axis;
    }
    var made = new FacetTriangles(xyz, vertices, axis);
    for (int[] polygon : polygons) {
      for (int i = 0; i < (polygon.length > 2 ? polygon.length : polygon.length - 1); i++) {
        made.addSegment(
            Arrays.binarySearch(vertices, polygon[i]),
            Arrays.binarySearch(vertices, polygon[(i + 1) % polygon.length]));
      }
    }
    List<double[]> crossings = new ArrayList<>();
    for (int[] crossing : made.crossings()) {
      crossings.add(place(crossing[0]));
    }
    add(
        defects,
        DefectKind.INTERSECTION,
        crossings,
        "facet " + f + " has %d pairs of segments that cross, from these points",
        "Add a point where they meet.");
    double[] holes = new double[2 * facetHoles.get(f).size()];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = facetHoles.get(f).get(i / 2)[(axis + 1 + i % 2) % 3];
    }
    int[] triangles = made.triangles(holes);
    int[] pairs = made.segments();
    for (int i = 0; i < pairs.length; i += 2) {
      edges.add(key(pairs[i], pairs[i + 1]));
    }
    return triangles.length == 0 && crossings.isEmpty() ? empty(f, vertices, defects) : triangles;
  }

  private int[] empty(int f, int[] vertices, List<Defect> defects) {
    if (vertices.length == 0) {
      vertices = new int[] {0};
    }
    add(
        defects,
        DefectKind.EMPTY_FACET,
        List.of(xyz.length == 0 ? new double[3] : place(vertices[0])),
        "facet " + f + " encloses nothing (%d facet)",
        "Give at least three points that are not on a line, and close its border.");
    return new int[0];
  }

  private double less(int p, int q, int axis) {
    return xyz[3 * p + axis] - xyz[3 * q + axis];
  }

  private boolean isPlanar(
      int f, int[] vertices, double[] normal, double length, List<Defect> defects) {
    double size = 0;
    for (int v : vertices) {
      for (int k = 0; k < 3; k++) {
        size = Math.max(size, Math.abs(less(v, vertices[0], k)));
      }
    }
    double[] middle = new double[3];
    for (int v : vertices) {
      for (int k = 0; k < 3; k++) {
        middle[k] += xyz[3 * v + k] / vertices.length;
      }
    }
    List<double[]> off = new ArrayList<>();
    for (int v : vertices) {
      double distance = 0;
      for (int k = 0; k < 3; k++) {
        distance += (xyz[3 * v + k] - middle[k]) * normal[k] / length;
      }
      if (Math.abs(distance) > PLANE * size) {
        off.add(place(v));
      }
    }
    add(
        defects,
        DefectKind.NOT_PLANAR,
        off,
        "facet " + f + " has %d points that are not in its plane",
        "Move them, or divide the facet into triangles.");
    return off.isEmpty();
  }
}
