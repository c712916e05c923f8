// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether a body has angles at which the mesher promises no bound: below 60° between segments, or
/// 70.53° between facets.
final class Sharpness {
  private static final double SEGMENTS = 60;
  private static final double FACETS = 70.53;
  private static final double ROUNDING = 1e-6;

  private Sharpness() {}

  static boolean isSharp(Body body) {
    Map<Integer, List<double[]>> away = new HashMap<>();
    Map<Long, List<double[]>> inward = new HashMap<>();
    for (int f = 0; f < body.facets().size(); f++) {
      Body.Facet facet = body.facets().get(f);
      double[] n = BoundaryJudge.normal(body, f);
      for (int[] loop : facet.loops()) {
        for (int i = 0; i < loop.length; i++) {
          int a = loop[i];
          int b = loop[(i + 1) % loop.length];
          double[] u = along(body, away, a, b);
          inward.computeIfAbsent(BoundaryJudge.key(a, b), e -> new ArrayList<>()).add(cross(n, u));
        }
      }
      for (int[] inner : facet.inner()) {
        double[] u = along(body, away, inner[0], inner[1]);
        List<double[]> both =
            inward.computeIfAbsent(BoundaryJudge.key(inner[0], inner[1]), e -> new ArrayList<>());
        both.add(cross(n, u));
        both.add(cross(u, n));
      }
    }
    for (int i = 0; i < body.segments().length; i += 2) {
      along(body, away, body.segments()[i], body.segments()[i + 1]);
    }
    return isSharp(away.values(), SEGMENTS) || isSharp(inward.values(), FACETS);
  }

  private static boolean isSharp(Iterable<List<double[]>> groups, double degrees) {
    for (List<double[]> group : groups) {
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; j < i; j++) {
          double angle = between(group.get(i), group.get(j));
          // The same segment of two facets is one.
          if (angle > ROUNDING && angle < degrees - ROUNDING) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static double[] along(Body body, Map<Integer, List<double[]>> away, int a, int b) {
    double[] u = new double[3];
    double[] back = new double[3];
    for (int k = 0; k < 3; k++) {
      u[k] = body.xyz()[3 * b + k] - body.xyz()[3 * a + k];
      back[k] = -u[k];
    }
    away.computeIfAbsent(a, p -> new ArrayList<>()).add(u);
    away.computeIfAbsent(b, p -> new ArrayList<>()).add(back);
    return u;
  }

  static double[] cross(double[] u, double[] v) {
    return new double[] {
      u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    };
  }

  /// The angle between two directions, in degrees.
  static double between(double[] u, double[] v) {
    double[] n = cross(u, v);
    return Math.toDegrees(
        Math.atan2(
            Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]),
            u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
  }
}
