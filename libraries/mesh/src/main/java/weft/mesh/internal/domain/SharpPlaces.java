// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.Sharpness;

/// Finds the sharp angles of a domain, between segments and between facets.
public final class SharpPlaces {
  private static final double SEGMENTS = 60;
  private static final double FACETS = 70.53;

  /// Angles that are right up to rounding are not sharp.
  private static final double ROUNDING = 1e-6;

  private final Domain domain;
  private final double[] xyz;
  private final boolean[] sharpSegments;
  private final boolean[] sharpFacets;
  private final double[] spread;
  private double smallest = 180;
  private int smallestAt = -1;

  private SharpPlaces(Domain domain) {
    this.domain = domain;
    xyz = domain.xyz();
    sharpSegments = new boolean[domain.segments().length / 2];
    sharpFacets = new boolean[domain.facetCount()];
    spread = new double[domain.segments().length];
    Arrays.fill(spread, Double.POSITIVE_INFINITY);
  }

  /// Finds them.
  public static Sharpness of(Domain domain, WorkClock clock) {
    var places = new SharpPlaces(domain);
    places.compareSegments(clock);
    places.compareFacets(clock);
    double[] where = new double[places.smallestAt < 0 ? 0 : 6];
    for (int i = 0; i < where.length; i++) {
      where[i] = places.xyz[3 * domain.segments()[2 * places.smallestAt + i / 3] + i % 3];
    }
    double[] ends = new double[3 * domain.segments().length];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = places.xyz[3 * domain.segments()[i / 3] + i % 3];
    }
    return new Sharpness(
        places.sharpSegments, places.sharpFacets, ends, places.spread, places.smallest, where);
  }

  private void compareSegments(WorkClock clock) {
    int[] segments = domain.segments();
    int[] starts = new int[domain.pointCount() + 1];
    for (int p : segments) {
      starts[p + 1]++;
    }
    for (int p = 0; p < domain.pointCount(); p++) {
      starts[p + 1] += starts[p];
    }
    int[] ends = new int[segments.length];
    int[] used = starts.clone();
    for (int i = 0; i < segments.length; i++) {
      ends[used[segments[i]]++] = i;
    }
    for (int p = 0; p < domain.pointCount(); p++) {
      for (int i = starts[p]; i < starts[p + 1]; i++) {
        clock.check(0, 0);
        for (int j = i + 1; j < starts[p + 1]; j++) {
          double angle = angle(p, segments[ends[i] ^ 1], p, segments[ends[j] ^ 1]);
          if (angle < SEGMENTS - ROUNDING) {
            sharpSegments[ends[i] / 2] = true;
            sharpSegments[ends[j] / 2] = true;
            double apart = 2 * StrictMath.sin(Math.toRadians(angle / 2));
            spread[ends[i]] = Math.min(spread[ends[i]], apart);
            spread[ends[j]] = Math.min(spread[ends[j]], apart);
          }
          note(angle, ends[i] / 2);
        }
      }
    }
  }

  private void note(double angle, int segment) {
    if (angle < smallest) {
      smallest = angle;
      smallestAt = segment;
    }
  }

  private double angle(int a, int b, int c, int d) {
    double[] u = new double[3];
    double[] v = new double[3];
    for (int k = 0; k < 3; k++) {
      u[k] = xyz[3 * b + k] - xyz[3 * a + k];
      v[k] = xyz[3 * d + k] - xyz[3 * c + k];
    }
    return between(u, v);
  }

  private static double between(double[] u, double[] v) {
    double x = u[1] * v[2] - u[2] * v[1];
    double y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0];
    return Math.toDegrees(
        StrictMath.atan2(
            Math.sqrt(x * x + y * y + z * z), u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
  }

  /// Compares the triangles at each segment: by the directions from it to their third corners.
  private void compareFacets(WorkClock clock) {
    int[] segments = domain.segments();
    Map<Long, Integer> numbers = new HashMap<>();
    for (int i = 0; i < segments.length; i += 2) {
      numbers.put(key(segments[i], segments[i + 1]), i / 2);
    }
    int[] triangles = domain.triangles();
    int[] heads = new int[segments.length / 2];
    int[] next = new int[triangles.length];
    Arrays.fill(heads, -1);
    for (int i = 0; i < triangles.length; i++) {
      Integer segment = numbers.get(key(triangles[i], triangles[i % 3 == 2 ? i - 2 : i + 1]));
      if (segment != null) {
        next[i] = heads[segment];
        heads[segment] = i;
      }
    }
    for (int s = 0; s < heads.length; s++) {
      for (int i = heads[s]; i >= 0; i = next[i]) {
        clock.check(0, 0);
        for (int j = next[i]; j >= 0; j = next[j]) {
          if (domain.facets()[i / 3] != domain.facets()[j / 3]) {
            double angle = between(away(s, i), away(s, j));
            if (angle < FACETS - ROUNDING) {
              sharpSegments[s] = true;
            }
            note(angle, s);
          }
        }
      }
    }
    for (int s = 0; s < heads.length; s++) {
      for (int i = heads[s]; i >= 0; i = next[i]) {
        sharpFacets[domain.facets()[i / 3]] |= sharpSegments[s];
      }
    }
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// The direction from a segment to the third corner of a triangle at it, at right angles.
  private double[] away(int segment, int edge) {
    int a = 3 * domain.segments()[2 * segment];
    int b = 3 * domain.segments()[2 * segment + 1];
    int first = edge - edge % 3;
    int c = 3 * domain.triangles()[first + (edge + 2 - first) % 3];
    double[] u = new double[3];
    double[] v = new double[3];
    double uu = 0;
    double uv = 0;
    for (int k = 0; k < 3; k++) {
      u[k] = xyz[b + k] - xyz[a + k];
      v[k] = xyz[c + k] - xyz[a + k];
      uu += u[k] * u[k];
      uv += u[k] * v[k];
    }
    for (int k = 0; k < 3; k++) {
      v[k] -= uv / uu * u[k];
    }
    return v;
  }
}
