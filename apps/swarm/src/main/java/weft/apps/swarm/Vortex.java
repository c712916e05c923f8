// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

/// The current that carries the particles over a torus of width 1: it turns around a centre, draws
/// towards it, and the centre drifts on a circle. All of it is IEEE arithmetic in a fixed order, so
/// that every rank computes the same bits.
final class Vortex {
  /// Where the centre's circle lies.
  private static final double MIDDLE = 0.5;

  private static final double RADIUS = 0.3;

  /// Steps in which the centre goes round.
  private static final double ROUND = 1000;

  /// How far from the centre the current is strongest.
  private static final double CORE = 0.12;

  private static final double TURN = 0.12;
  private static final double DRAW = 0.05;

  private final double x;
  private final double y;

  /// The vortex at a step.
  Vortex(int step) {
    double angle = 2 * Math.PI * step / ROUND;
    x = MIDDLE + RADIUS * StrictMath.cos(angle);
    y = MIDDLE + RADIUS * StrictMath.sin(angle);
  }

  /// The current's velocity along x.
  double alongX(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (-TURN * dy - DRAW * dx) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// The current's velocity along y.
  double alongY(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (TURN * dx - DRAW * dy) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// The nearest image on the torus.
  static double near(double distance) {
    return distance - Math.rint(distance);
  }
}
