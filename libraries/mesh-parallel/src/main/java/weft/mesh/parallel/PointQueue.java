// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// The points that a region is to insert: those that it had at first, in their order; those that
/// other regions have handed over; those that a claim here was in the way of, which wait until one
/// ends; and those whose attempts failed elsewhere, which wait for a number of attempts at others.
final class PointQueue {
  /// A point to insert.
  ///
  /// @param vertex the point, as a vertex of the region
  /// @param near a tet near it, or −1
  /// @param fails how many attempts at it have failed
  /// @param due the number of attempts in this region before the next one at this point
  record Point(int vertex, int near, int fails, long due) {}

  private int[] first = new int[0];
  private int next;
  private final ArrayDeque<Point> handed = new ArrayDeque<>();
  private final PriorityQueue<Point> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Point::due).thenComparingInt(Point::vertex));

  private final ArrayDeque<Point> blocked = new ArrayDeque<>();

  /// Attempts in this region so far.
  private long clock;

  /// Sets the points that the region has at first, in the order of their insertion.
  void begin(int[] points) {
    first = points;
    next = 0;
  }

  /// Adds a point that another region has handed over.
  void add(int vertex, int near, int fails) {
    handed.add(new Point(vertex, near, fails, 0));
  }

  /// Adds a point that waits for `attempts` attempts at others.
  void delay(int vertex, int near, int fails, int attempts) {
    delayed.add(new Point(vertex, near, fails, clock + attempts));
  }

  /// Adds a point that waits for the end of a claim here.
  void block(int vertex, int near, int fails) {
    blocked.add(new Point(vertex, near, fails, 0));
  }

  /// A claim has ended: it is the turn of up to `most` points that wait for that.
  void unblock(int most) {
    for (int i = 0; i < most && !blocked.isEmpty(); i++) {
      handed.add(blocked.remove());
    }
  }

  int size() {
    return first.length - next + handed.size() + blocked.size() + delayed.size();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /// Whether there is a point whose turn it is.
  boolean hasDue() {
    Point point = delayed.peek();
    return next < first.length || !handed.isEmpty() || (point != null && point.due <= clock);
  }

  /// Lets it be the turn of the first one that waits.
  void skipDelay() {
    Point point = delayed.peek();
    if (point != null) {
      clock = Math.max(clock, point.due);
    }
  }

  /// Whether the next point is one of those of the beginning; then [#takeFirst] gives it.
  boolean isFirstNext() {
    Point point = delayed.peek();
    return handed.isEmpty() && (point == null || point.due > clock) && next < first.length;
  }

  /// Takes the next of the points of the beginning.
  int takeFirst() {
    clock++;
    return first[next++];
  }

  /// Takes the next point whose turn it is; null if there is none.
  @Nullable Point take() {
    clock++;
    Point point = delayed.peek();
    if (point != null && point.due < clock) {
      return delayed.poll();
    }
    return handed.poll();
  }

  /// Takes the point at which most attempts have failed; null if none waits.
  @Nullable Point takeUnluckiest() {
    Point most = null;
    for (var points : List.of(delayed, blocked, handed)) {
      for (Point it : points) {
        if (most == null || it.fails > most.fails) {
          most = it;
        }
      }
    }
    if (most != null && !delayed.remove(most) && !blocked.remove(most)) {
      handed.remove(most);
    }
    return most;
  }

  void write(Writer out) {
    out.writeInts(Arrays.copyOfRange(first, next, first.length));
    out.writeLong(clock);
    out.writeSize(handed.size() + blocked.size() + delayed.size());
    blocked.forEach(it -> write(it, out));
    handed.forEach(it -> write(it, out));
    delayed.forEach(it -> write(it, out));
  }

  static void write(Point point, Writer out) {
    out.writeInt(point.vertex);
    out.writeInt(point.near);
    out.writeInt(point.fails);
    out.writeLong(point.due);
  }

  static Point readPoint(Reader in) {
    return new Point(in.readInt(), in.readInt(), in.readInt(), in.readLong());
  }

  void read(Reader in) {
    begin(in.readInts());
    clock = in.readLong();
    for (int i = in.readSize(20); i > 0; i--) {
      Point point = readPoint(in);
      if (point.due == 0) {
        handed.add(point);
      } else {
        delayed.add(point);
      }
    }
  }
}
