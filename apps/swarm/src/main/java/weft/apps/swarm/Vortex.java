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
  private static final double ROUND = 600;

  /// How far from the centre the current is strongest; further out it draws the particles in.
  private static final double CORE = 0.2;

  /// How fast it turns, and how fast it draws, a step.
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

  /// The way in a step along x.
  double alongX(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (-TURN * dy - draw(dx, dy) * dx) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// The way in a step along y.
  double alongY(double atX, double atY) {
    double dx = near(atX - x);
    double dy = near(atY - y);
    return (TURN * dx - draw(dx, dy) * dy) / (1 + (dx * dx + dy * dy) / (CORE * CORE));
  }

  /// Inside the core nothing is drawn further in.
  private static double draw(double dx, double dy) {
    return DRAW * Math.max(0, 1 - CORE * CORE / (dx * dx + dy * dy));
  }

  /// The nearest image on the torus.
  static double near(double distance) {
    return distance - Math.rint(distance);
  }
}
