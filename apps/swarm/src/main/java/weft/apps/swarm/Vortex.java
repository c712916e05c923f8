// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

/// The current that carries the particles over a torus of width 1. It rotates around a centre and
/// pulls particles towards it, and the centre drifts on a circle. All arithmetic is IEEE in a fixed
/// order, so every rank computes the same bits.
final class Vortex {
  /// The centre and the radius of the circle on which the vortex drifts.
  private static final double MIDDLE = 0.5;

  private static final double RADIUS = 0.3;

  /// Steps in which the vortex completes the circle.
  private static final double ROUND = 600;

  /// The distance from the centre at which the current is strongest. Further out it pulls particles
  /// in.
  private static final double CORE = 0.2;

  /// The strengths of the rotation and of the pull, per step.
  private static final double TURN = 0.2;

  private static final double DRAW = 0.1;

  private final double x;
  private final double y;

  /// The vortex at a step.
  Vortex(int step) {
    double angle = 2 * Math.PI * step / ROUND;
    x = MIDDLE + RADIUS * StrictMath.cos(angle);
    y = MIDDLE + RADIUS * StrictMath.sin(angle);
  }

  /// The displacement of a step along x.
  double alongX(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (-TURN * dy - draw(dx, dy) * dx) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// The displacement of a step along y.
  double alongY(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (TURN * dx - draw(dx, dy) * dy) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// The pull. It is zero inside the core.
  private static double draw(double dx, double dy) {
    return DRAW * Math.max(0, 1 - CORE * CORE / (dx * dx + dy * dy));
  }

  /// The distance to the nearest image on the torus.
  static double near(double distance) {
    return distance - Math.rint(distance);
  }
}
