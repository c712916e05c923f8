// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import weft.codec.Reader;
import weft.codec.Writer;

/// The points that a region is to insert:
///
/// ```
/// first     what it had at first, in their order
/// handed    what other regions have handed over
/// border    what needs an attempt over several regions, or met a claimed tet: drawn by lot, since
///           points that follow each other are in each other's way
/// delayed   what has failed: after a number of attempts at others, which doubles
/// ```
final class PointQueue {
  /// A point to insert.
  ///
  /// @param vertex the point, as a vertex of the region
  /// @param near a tet near it, or −1
  /// @param fails how many attempts at it have failed
  /// @param due the number of attempts in this region before the next one at this point
  record Point(int vertex, int near, int fails, long due) {}

  /// Points of the border that may meet claimed tets before a claim has to end, and how many more
  /// may after that.
  private static final int MOST_MISSES = 16;

  private static final int MORE_MISSES = 4;

  private int[] first = new int[0];
  private int next;
  private final ArrayDeque<Point> handed = new ArrayDeque<>();
  private final List<Point> border = new ArrayList<>();
  private final PriorityQueue<Point> delayed =
      new PriorityQueue<>(Comparator.comparingLong(Point::due).thenComparingInt(Point::vertex));

  /// Attempts in this region so far.
  private long clock;

  /// How many points of the border may still meet claimed tets.
  private int misses = MOST_MISSES;

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

  /// Adds a point that needs an attempt over several regions.
  void toBorder(int vertex, int near, int fails) {
    border.add(new Point(vertex, near, fails, 0));
  }

  /// Adds a point that met a claimed tet.
  void block(int vertex, int near, int fails) {
    misses--;
    toBorder(vertex, near, fails);
  }

  /// A claim has ended.
  void unblock() {
    misses = Math.clamp(misses + MORE_MISSES, MORE_MISSES, MOST_MISSES);
  }

  int size() {
    return first.length - next + handed.size() + border.size() + delayed.size();
  }

  boolean isEmpty() {
    return size() == 0;
  }

  /// Whether there are points that are likely to be inserted here alone.
  boolean hasOwn() {
    return next < first.length || !handed.isEmpty();
  }

  /// Whether there is a point whose turn it is to be attempted over several regions.
  boolean hasBorder() {
    return (misses > 0 && !border.isEmpty()) || isDelayDue();
  }

  private boolean isDelayDue() {
    Point point = delayed.peek();
    return point != null && point.due <= clock;
  }

  /// Nothing is claimed: lets it be the turn of the points that wait.
  void skipDelay() {
    misses = MOST_MISSES;
    Point point = delayed.peek();
    if (point != null && border.isEmpty()) {
      clock = Math.max(clock, point.due);
    }
  }

  /// Whether the next of [#takeOwn] is one of those of the beginning; then [#takeFirst] gives it.
  boolean isFirstNext() {
    return handed.isEmpty();
  }

  /// Takes the next of the points of the beginning.
  int takeFirst() {
    clock++;
    return first[next++];
  }

  /// Takes the next point that was handed over.
  Point takeHanded() {
    clock++;
    return handed.remove();
  }

  /// Takes a point of [#hasBorder].
  ///
  /// @param lot any number
  Point takeBorder(int lot) {
    clock++;
    if (isDelayDue()) {
      return delayed.remove();
    }
    int at = Math.floorMod(lot, border.size());
    Point last = border.removeLast();
    return at == border.size() ? last : border.set(at, last);
  }

  /// Takes the point at which most attempts have failed; null if none waits.
  @Nullable Point takeUnluckiest() {
    Point most = null;
    for (var points : List.of(delayed, border, handed)) {
      for (Point it : points) {
        if (most == null || it.fails > most.fails) {
          most = it;
        }
      }
    }
    if (most != null && !delayed.remove(most) && !border.remove(most)) {
      handed.remove(most);
    }
    return most;
  }

  void write(Writer out) {
    out.writeInts(Arrays.copyOfRange(first, next, first.length));
    out.writeLong(clock);
    out.writeInt(misses);
    for (var points : List.of(handed, border, delayed)) {
      out.writeSize(points.size());
      points.forEach(it -> write(it, out));
    }
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
    misses = in.readInt();
    for (var points : List.of(handed, border, delayed)) {
      for (int i = in.readSize(20); i > 0; i--) {
        points.add(readPoint(in));
      }
    }
  }
}
