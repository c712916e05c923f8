// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.SplittableRandom;

/// The initial state of two galaxies that move towards each other. Each is a disc of equal bodies
/// that circle a heavy one. A body depends only on its number, so each rank generates its own
/// bodies.
///
/// The heavy body has mass 1, its disc has mass 1 / 2 and radius 1.
record Galaxies(int bodies, long seed) {
  private static final double DISC = 0.5;
  private static final double INNER = 0.1;
  private static final double THICKNESS = 0.02;

  /// Half the distance of the heavy bodies, along x and y, and their speeds.
  private static final double APART = 1.6;

  private static final double ASIDE = 0.5;
  private static final double SPEED = 0.5;

  /// The angle by which the second disc is turned about the x axis, in radians.
  private static final double TURN = 1.1;

  /// The bodies `first` to `end` - 1.
  Bodies make(int first, int end) {
    double[] values = new double[(end - first) * Bodies.WIDTH];
    for (int id = first; id < end; id++) {
      make(id, values, (id - first) * Bodies.WIDTH);
    }
    return new Bodies(values);
  }

  private void make(int id, double[] values, int at) {
    boolean second = id % 2 == 1;
    boolean heart = id < 2;
    double[] place = new double[3];
    double[] speed = new double[3];
    if (!heart) {
      circle(new SplittableRandom(seed * 0x9e3779b97f4a7c15L + id), place, speed);
    }
    if (second) {
      turn(place);
      turn(speed);
    }
    double side = second ? 1 : -1;
    place[0] += side * APART;
    place[1] += side * ASIDE;
    speed[0] -= side * SPEED;
    for (int axis = 0; axis < 3; axis++) {
      values[at + Bodies.X + axis] = place[axis];
      values[at + Bodies.VX + axis] = speed[axis];
    }
    int inDisc = (bodies - (second ? 0 : -1)) / 2 - 1;
    values[at + Bodies.MASS] = heart ? 1 : DISC / inDisc;
    values[at + Bodies.WORK] = 1;
    values[at + Bodies.ID] = id;
  }

  /// A random position in a disc about the origin, and the velocity of its orbit.
  private static void circle(SplittableRandom random, double[] place, double[] speed) {
    double share = random.nextDouble();
    double radius = INNER + (1 - INNER) * share;
    double angle = 2 * Math.PI * random.nextDouble();
    // StrictMath gives the same bits on every machine.
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    place[0] = radius * cos;
    place[1] = radius * sin;
    place[2] = THICKNESS * (2 * random.nextDouble() - 1);
    double around = Math.sqrt((1 + DISC * share) / radius);
    speed[0] = -around * sin;
    speed[1] = around * cos;
  }

  private static void turn(double[] vector) {
    double cos = StrictMath.cos(TURN);
    double sin = StrictMath.sin(TURN);
    double y = vector[1];
    vector[1] = cos * y - sin * vector[2];
    vector[2] = sin * y + cos * vector[2];
  }
}
