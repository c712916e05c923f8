// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.Arrays;
import weft.Frame;

/// An octree in one array. Each node is followed by its subtree, so a walk only goes forward, and
/// part of a tree can be sent as it is.
///
/// ```
/// a node: | x y z | mass | opens | span |     the doubles of a node
///         | cell  | child | grandchild | grandchild | child | body | body | body | ...
///                   `-------- span --------------´
/// ```
///
/// A cell's position is its centre of mass. A body is a node, too. The same bodies give the same
/// tree, bit for bit, whichever ranks or threads build its parts. The reason is that each cell adds
/// up its children in the order of the curve.
final class BodyTree {
  static final int X = 0;
  static final int Y = 1;
  static final int Z = 2;
  static final int MASS = 3;

  /// The square of the distance up to which bodies open the node. 0 for a body.
  static final int OPENS = 4;

  /// The doubles of the node and its subtree. Some of the subtree may have been omitted.
  static final int SPAN = 5;

  /// The doubles of a node.
  static final int WIDTH = 6;

  /// A cell with more bodies is divided.
  static final int LEAF = 8;

  private Cube cube = new Cube(0, 0, 0, 1);
  private double theta = 1;
  private double[] nodes = new double[1024];
  private int length;

  /// The nodes. Only the first [#length] doubles are in use.
  double[] nodes() {
    return nodes;
  }

  /// The number of doubles in use.
  int length() {
    return length;
  }

  /// Removes all nodes.
  ///
  /// @param theta a body opens a cell if it is nearer than the cell's width divided by `theta`
  void clear(Cube cube, double theta) {
    this.cube = cube;
    this.theta = theta;
    length = 0;
  }

  /// Appends a cell and its subtree.
  ///
  /// @param from the first of the sorted bodies in the cell
  /// @param to the body after the last one
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

  /// Appends a cell. Its children must be appended next.
  int open(SpaceCell cell) {
    int at = room(WIDTH);
    double opens = cube.width(cell.level()) / theta;
    nodes[at + OPENS] = opens * opens;
    return at;
  }

  /// Ends the cell at `at`, and adds up its children.
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

  /// Appends the node at `at` of another tree, and its subtree.
  void append(BodyTree other, int at) {
    int span = other.span(at);
    int here = room(span);
    System.arraycopy(other.nodes, at, nodes, here, span);
  }

  /// Appends the node at `at` of another tree, and the part of its subtree that bodies in `box` can
  /// visit.
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

  /// Replaces this tree by a received one.
  void receive(Frame nodes) {
    length = 0;
    int count = (int) (nodes.size() / Double.BYTES);
    int at = room(count);
    nodes.copyTo(0, this.nodes, at, count);
  }

  /// The number of doubles of the node at `at` and its subtree.
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
