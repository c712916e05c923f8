// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

/// Moves bodies by the pull of a tree (Barnes and Hut, Nature 324, 1986, 446-449). The
/// gravitational constant is 1.
///
/// @param softening limits the pull of near bodies: a distance r counts as √(r² + softening²)
record Gravity(double softening) {
  /// The time steps of one leapfrog step. Half a step of velocity ends the previous step. Half a
  /// step of velocity and a step of position begin the next one.
  ///
  /// @param before half the length of the previous step, or 0 for the first step
  /// @param after half the length of the next step, or 0 after the last step
  record Times(double before, double after) {}

  /// Moves the bodies `from` to `to` by one step.
  void move(Bodies bodies, int from, int to, BodyTree tree, Times times) {
    for (int body = from; body < to; body++) {
      pull(bodies.values, body * Bodies.WIDTH, tree.nodes(), tree.length(), times);
    }
  }

  private void pull(double[] bodies, int body, double[] nodes, int length, Times times) {
    double x = bodies[body + Bodies.X];
    double y = bodies[body + Bodies.Y];
    double z = bodies[body + Bodies.Z];
    double soft = softening * softening;
    double ax = 0;
    double ay = 0;
    double az = 0;
    double potential = 0;
    int visits = 0;
    for (int at = 0; at < length; visits++) {
      double dx = nodes[at + BodyTree.X] - x;
      double dy = nodes[at + BodyTree.Y] - y;
      double dz = nodes[at + BodyTree.Z] - z;
      double square = dx * dx + dy * dy + dz * dz;
      // A body opens itself, and has no subtree, so it does not pull itself.
      if (square > nodes[at + BodyTree.OPENS]) {
        double inverse = 1 / Math.sqrt(square + soft);
        double pull = nodes[at + BodyTree.MASS] * inverse;
        potential -= pull;
        pull *= inverse * inverse;
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
        at += (int) nodes[at + BodyTree.SPAN];
      } else {
        at += BodyTree.WIDTH;
      }
    }
    double vx = bodies[body + Bodies.VX] + ax * times.before;
    double vy = bodies[body + Bodies.VY] + ay * times.before;
    double vz = bodies[body + Bodies.VZ] + az * times.before;
    double energy = (vx * vx + vy * vy + vz * vz + potential) / 2;
    bodies[body + Bodies.ENERGY] = bodies[body + Bodies.MASS] * energy;
    vx += ax * times.after;
    vy += ay * times.after;
    vz += az * times.after;
    bodies[body + Bodies.VX] = vx;
    bodies[body + Bodies.VY] = vy;
    bodies[body + Bodies.VZ] = vz;
    bodies[body + Bodies.X] = x + 2 * times.after * vx;
    bodies[body + Bodies.Y] = y + 2 * times.after * vy;
    bodies[body + Bodies.Z] = z + 2 * times.after * vz;
    bodies[body + Bodies.WORK] = visits;
  }
}
