// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;
import weft.Frame;

/// An octree as one array: each node is followed by all that is below it, so a walk goes forward
/// only, and a piece of a tree can be sent as it is.
///
/// ```
/// a node: | x y z | mass | opens | span |     the numbers of a node
///         | cell  | child | grandchild | grandchild | child | body | body | body | ...
///                   `-------- span --------------´
/// ```
///
/// A cell's place is the centre of its mass. A body is a node, too. The same bodies have the same
/// tree, to the last bit, whoever has grown which of its pieces: each cell adds up its children in
/// the order of the curve.
final class BodyTree {
  static final int X = 0;
  static final int Y = 1;
  static final int Z = 2;
  static final int MASS = 3;

  /// A node is opened by all that is not farther away; the square of that distance. 0 for a body.
  static final int OPENS = 4;

  /// How many numbers the node and all below it take. The nodes below may have been left out.
  static final int SPAN = 5;

  /// The numbers of a node.
  static final int WIDTH = 6;

  /// A cell with more bodies is divided.
  static final int LEAF = 8;

  private Cube cube = new Cube(0, 0, 0, 1);
  private double theta = 1;
  private double[] nodes = new double[1024];
  private int length;

  /// The nodes; only the first [#length] numbers count.
  double[] nodes() {
    return nodes;
  }

  /// How many numbers there are.
  int length() {
    return length;
  }

  /// Forgets all nodes.
  ///
  /// @param theta a cell is opened by what is nearer than its width divided by this
  void clear(Cube cube, double theta) {
    this.cube = cube;
    this.theta = theta;
    length = 0;
  }

  /// Appends a cell and all below it.
  ///
  /// @param from the first of the sorted bodies in the cell; `to` follows the last
  void grow(SpaceCell cell, Bodies bodies, int from, int to) {
    if (to - from == 1) {
      append(bodies, from);
      return;
    }
    int at = open(cell);
    if (to - from <= LEAF || cell.level() == SpaceCell.DEEPEST) {
      for (int body = from; body < to; body++) {
        append(bodies, body);
      }
    } else {
      for (int octant = 0, next = from; octant < 8 && next < to; octant++) {
        SpaceCell child = cell.child(octant);
        int first = next;
        next = bodies.firstAfter(child.last(), first, to);
        if (next > first) {
          grow(child, bodies, first, next);
        }
      }
    }
    close(at);
  }

  /// Appends a cell, whose children are appended next.
  int open(SpaceCell cell) {
    int at = room(WIDTH);
    double opens = cube.width(cell.level()) / theta;
    nodes[at + OPENS] = opens * opens;
    return at;
  }

  /// Ends the cell at `at`: adds up its children.
  void close(int at) {
    double mass = 0;
    double x = 0;
    double y = 0;
    double z = 0;
    for (int child = at + WIDTH; child < length; child += span(child)) {
      double part = nodes[child + MASS];
      mass += part;
      x += part * nodes[child + X];
      y += part * nodes[child + Y];
      z += part * nodes[child + Z];
    }
    nodes[at + X] = x / mass;
    nodes[at + Y] = y / mass;
    nodes[at + Z] = z / mass;
    nodes[at + MASS] = mass;
    nodes[at + SPAN] = length - at;
  }

  /// Appends the node at `at` of another tree, and all below it.
  void append(BodyTree other, int at) {
    int span = other.span(at);
    int here = room(span);
    System.arraycopy(other.nodes, at, nodes, here, span);
  }

  /// Appends of the node at `at` of another tree what bodies in `box` can visit.
  void appendEssential(BodyTree other, int at, Box box) {
    int here = room(WIDTH);
    System.arraycopy(other.nodes, at, nodes, here, WIDTH);
    if (box.opens(other.nodes, at)) {
      int end = at + other.span(at);
      for (int child = at + WIDTH; child < end; child += other.span(child)) {
        appendEssential(other, child, box);
      }
    }
    nodes[here + SPAN] = length - here;
  }

  /// Becomes what has been sent.
  void receive(Frame nodes) {
    length = 0;
    int count = (int) (nodes.size() / Double.BYTES);
    int at = room(count);
    nodes.copyTo(0, this.nodes, at, count);
  }

  /// How many numbers the node at `at` and all below it take.
  int span(int at) {
    return (int) nodes[at + SPAN];
  }

  private void append(Bodies bodies, int body) {
    int at = room(WIDTH);
    nodes[at + X] = bodies.get(body, Bodies.X);
    nodes[at + Y] = bodies.get(body, Bodies.Y);
    nodes[at + Z] = bodies.get(body, Bodies.Z);
    nodes[at + MASS] = bodies.get(body, Bodies.MASS);
    nodes[at + OPENS] = 0;
    nodes[at + SPAN] = WIDTH;
  }

  private int room(int numbers) {
    int at = length;
    length += numbers;
    if (length > nodes.length) {
      nodes = Arrays.copyOf(nodes, Math.max(length, 2 * nodes.length));
    }
    return at;
  }
}
