// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Predicates;
import weft.mesh.internal.WorkClock;

/// Divides tets at the middle of their longest edge: M.-C. Rivara (Int. J. Numer. Meth. Eng. 20,
/// 1984), in space. No vertex moves, and each new tet lies in one tet of before. A tet of which
/// another edge was divided is divided too, at its own longest edge, until all fit together.
///
/// The work is done in rounds. A round divides each tet that is too large once, and whatever has to
/// follow. One that does not end, or goes beyond a limit, is taken back, so there is always a mesh.
public final class NestedDivision {
  /// Says whether a tet is to be divided.
  @FunctionalInterface
  public interface Wish {
    /// Returns whether a tet is too large.
    ///
    /// @param rounds how often what it is a part of was divided
    boolean isTooLarge(double[] xyz, int[] tets, int tet, int rounds);
  }

  private static final int[][] EDGES = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

  private final Predicates exact = new Predicates();
  private final WorkClock clock;
  private final int most;
  private final EdgeMiddles middles = new EdgeMiddles();
  private double[] xyz;
  private int points;
  private int[] tets;
  private int[] parents;
  private byte[] rounds;
  private int count;
  private int[] faces;
  private int[] faceParents;
  private int[] segments;
  private int[] segmentParents;

  /// Whether each point is an end of an edge that was divided in this round.
  private boolean[] touched = new boolean[0];

  private boolean full;
  private boolean flat;

  /// Begins with a mesh.
  ///
  /// @param most as many tets as there may be
  public NestedDivision(
      double[] xyz, int[] tets, int[] faces, int[] segments, int most, WorkClock clock) {
    this.xyz = xyz.clone();
    this.points = xyz.length / 3;
    this.tets = tets.clone();
    this.count = tets.length / 4;
    this.parents = numbers(count);
    this.rounds = new byte[count];
    this.faces = faces.clone();
    this.faceParents = numbers(faces.length / 3);
    this.segments = segments.clone();
    this.segmentParents = numbers(segments.length / 2);
    this.most = most;
    this.clock = clock;
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  /// Divides until no tet is too large, or a limit is reached.
  public void run(Wish wish) {
    boolean goesOn = true;
    while (goesOn) {
      int[] oldTets = Arrays.copyOf(tets, 4 * count);
      int[] oldParents = Arrays.copyOf(parents, count);
      byte[] oldRounds = Arrays.copyOf(rounds, count);
      int oldPoints = points;
      int oldCount = count;
      middles.clear();
      touched = new boolean[2 * points + 16];
      for (int t = 0; t < oldCount; t++) {
        if (wish.isTooLarge(xyz, tets, t, rounds[t])) {
          divide(t);
        }
      }
      if (count == oldCount) {
        return;
      }
      goesOn = fit();
      if (goesOn) {
        divideFaces();
        divideSegments();
      } else {
        tets = oldTets;
        parents = oldParents;
        rounds = oldRounds;
        points = oldPoints;
        count = oldCount;
      }
    }
  }

  /// Divides tets with edges that others have divided. Returns whether all fit together.
  private boolean fit() {
    boolean changed = true;
    while (changed) {
      changed = false;
      // New tets are behind all others, and are looked at in the same sweep.
      for (int t = 0; t < count; t++) {
        while (hasDivided(4 * t)) {
          divide(t);
          changed = true;
          full |= count > most;
          if (full || flat) {
            return false;
          }
        }
        if (!clock.goesOn(count, 0)) {
          return false;
        }
      }
    }
    full |= count > most;
    return !flat && !full;
  }

  private boolean hasDivided(int o) {
    int ends = 0;
    for (int i = 0; i < 4; i++) {
      ends += touched[tets[o + i]] ? 1 : 0;
    }
    if (ends < 2) {
      return false;
    }
    for (int[] edge : EDGES) {
      if (middles.find(tets[o + edge[0]], tets[o + edge[1]]) >= 0) {
        return true;
      }
    }
    return false;
  }

  private void divide(int t) {
    int o = 4 * t;
    int[] longest = EDGES[0];
    for (int[] edge : EDGES) {
      if (isLonger(
          tets[o + edge[0]], tets[o + edge[1]], tets[o + longest[0]], tets[o + longest[1]])) {
        longest = edge;
      }
    }
    int middle = middle(tets[o + longest[0]], tets[o + longest[1]]);
    if (count == parents.length) {
      int room = count + count / 2 + 16;
      tets = Arrays.copyOf(tets, 4 * room);
      parents = Arrays.copyOf(parents, room);
      rounds = Arrays.copyOf(rounds, room);
    }
    int p = 4 * count;
    System.arraycopy(tets, o, tets, p, 4);
    parents[count] = parents[t];
    rounds[t] = (byte) Math.min(Byte.MAX_VALUE, rounds[t] + 1);
    rounds[count] = rounds[t];
    count++;
    tets[o + longest[0]] = middle;
    tets[p + longest[1]] = middle;
    flat |= !isPositive(o) || !isPositive(p);
  }

  private boolean isPositive(int o) {
    return exact.orient3d(xyz, tets[o], tets[o + 1], tets[o + 2], tets[o + 3]) > 0;
  }

  /// Whether an edge comes behind another one in an order that all tets and faces share.
  private boolean isLonger(int a, int b, int c, int d) {
    double first = square(a, b);
    double second = square(c, d);
    if (first != second) {
      return first > second;
    }
    int low = Math.min(a, b);
    int other = Math.min(c, d);
    return low != other ? low > other : Math.max(a, b) > Math.max(c, d);
  }

  private double square(int a, int b) {
    double x = xyz[3 * a] - xyz[3 * b];
    double y = xyz[3 * a + 1] - xyz[3 * b + 1];
    double z = xyz[3 * a + 2] - xyz[3 * b + 2];
    return x * x + y * y + z * z;
  }

  private int middle(int a, int b) {
    int known = middles.find(a, b);
    if (known >= 0) {
      return known;
    }
    if (3 * points == xyz.length) {
      xyz = Arrays.copyOf(xyz, xyz.length + xyz.length / 6 * 3 + 48);
    }
    if (points >= touched.length) {
      touched = Arrays.copyOf(touched, 2 * points + 16);
    }
    for (int k = 0; k < 3; k++) {
      xyz[3 * points + k] = Predicates.inRange(0.5 * (xyz[3 * a + k] + xyz[3 * b + k]));
    }
    middles.put(a, b, points);
    touched[a] = true;
    touched[b] = true;
    return points++;
  }

  /// Divides faces as the tets beside them were: at their longest edge, which was divided if any
  /// was.
  private void divideFaces() {
    int used = faces.length / 3;
    for (int f = 0; f < used; f++) {
      for (int longest = dividedEdge(f); longest >= 0; longest = dividedEdge(f)) {
        int i = 3 * f + longest;
        int j = 3 * f + (longest + 1) % 3;
        int middle = middles.find(faces[i], faces[j]);
        if (3 * used == faces.length) {
          faces = Arrays.copyOf(faces, 6 * used);
          faceParents = Arrays.copyOf(faceParents, 2 * used);
        }
        System.arraycopy(faces, 3 * f, faces, 3 * used, 3);
        faceParents[used] = faceParents[f];
        faces[i] = middle;
        faces[3 * used + (longest + 1) % 3] = middle;
        used++;
      }
    }
    faces = Arrays.copyOf(faces, 3 * used);
    faceParents = Arrays.copyOf(faceParents, used);
  }

  /// The longest edge of a face, if it was divided; else −1.
  private int dividedEdge(int f) {
    int longest = 0;
    for (int k = 1; k < 3; k++) {
      if (isLonger(
          faces[3 * f + k],
          faces[3 * f + (k + 1) % 3],
          faces[3 * f + longest],
          faces[3 * f + (longest + 1) % 3])) {
        longest = k;
      }
    }
    return middles.find(faces[3 * f + longest], faces[3 * f + (longest + 1) % 3]) < 0
        ? -1
        : longest;
  }

  private void divideSegments() {
    int used = segments.length;
    for (int s = 0; s < used; s += 2) {
      for (int middle = middles.find(segments[s], segments[s + 1]);
          middle >= 0;
          middle = middles.find(segments[s], segments[s + 1])) {
        if (used == segments.length) {
          segments = Arrays.copyOf(segments, 2 * used);
          segmentParents = Arrays.copyOf(segmentParents, used);
        }
        segmentParents[used / 2] = segmentParents[s / 2];
        segments[used] = middle;
        segments[used + 1] = segments[s + 1];
        segments[s + 1] = middle;
        used += 2;
      }
    }
    segments = Arrays.copyOf(segments, used);
    segmentParents = Arrays.copyOf(segmentParents, used / 2);
  }

  /// Whether it ended at the limit of tets.
  public boolean isFull() {
    return full;
  }

  /// Whether it ended since tets were flatter than the rounding of coordinates.
  public boolean isFlat() {
    return flat;
  }

  /// Three coordinates for each point; those of before are the first.
  public double[] xyz() {
    return Arrays.copyOf(xyz, 3 * points);
  }

  /// Four points for each tet.
  public int[] tets() {
    return Arrays.copyOf(tets, 4 * count);
  }

  /// The tet of before in which a tet lies.
  public int parent(int tet) {
    return parents[tet];
  }

  /// The tet of before in which each tet lies.
  public int[] parents() {
    return Arrays.copyOf(parents, count);
  }

  /// Three points for each face.
  public int[] faces() {
    return faces.clone();
  }

  /// The face of before on which each face lies.
  public int[] faceParents() {
    return faceParents.clone();
  }

  /// The segment of before of which each segment is a piece.
  public int[] segmentParents() {
    return segmentParents.clone();
  }

  /// Two points for each piece of a segment.
  public int[] segments() {
    return segments.clone();
  }
}
