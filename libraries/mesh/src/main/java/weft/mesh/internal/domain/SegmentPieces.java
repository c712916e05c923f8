// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.ShellPoints;

/// The segments of a domain in pieces, which are divided until each is an edge of the Delaunay
/// tets. A point on a segment is P + t(Q − P), where P is the nearer one of the segment's ends.
///
/// A piece that is missing has a vertex in the ball around it, and one of these is a neighbour of
/// an end of the piece. The one that sees the piece at the largest angle says where the piece is
/// divided: H. Si, "TetGen, a Delaunay-based quality tetrahedral mesh generator", ACM Transactions
/// on Mathematical Software 41 (2015), section 4.2. Pieces at sharp corners end on shells.
final class SegmentPieces {
  /// Points on one segment, after which it counts as not recovered.
  private static final int MOST = 100_000;

  private final RecoveryMesh mesh;
  private final ShellPoints shells;
  private final WorkClock clock;

  /// Two vertices and the segment of each piece.
  private int[] pieces = new int[3 * 64];

  /// Two distances from the segment's first point for each piece, as shares of its length; they are
  /// rounded.
  private double[] shares = new double[2 * 64];

  /// The piece that follows each on its segment, or −1.
  private int[] next = new int[64];

  private int count;

  /// The pieces at each vertex, as a list of `2 * piece + end`: the first, and the one that follows
  /// each; −1 at the end.
  private int[] firstAt;

  private int[] nextAt = new int[2 * 64];

  /// Pieces that may be missing.
  private int[] waiting = new int[64];

  private int waitingCount;

  /// The last insertion in whose cavity a vertex was.
  private int[] stamps;

  private int stamp;

  /// The ends of each segment, as vertices.
  private final int[] ends;

  /// The number of the domain's segments; those that follow are inner edges of facets.
  private final int segments;

  /// The facet of each inner edge.
  private final int[] facets;

  /// Segments that could not be recovered: six coordinates of a piece of each.
  final List<double[]> failed = new ArrayList<>();

  /// Begins with whole segments.
  ///
  /// @param inner two points for each edge that must be recovered too, but is inside of a facet
  /// @param facets the facet of each of these
  SegmentPieces(
      RecoveryMesh mesh,
      Domain domain,
      ShellPoints shells,
      int[] inner,
      int[] facets,
      WorkClock clock) {
    this.clock = clock;
    this.mesh = mesh;
    this.shells = shells;
    this.facets = facets;
    segments = domain.segments().length / 2;
    ends = Arrays.copyOf(domain.segments(), domain.segments().length + inner.length);
    System.arraycopy(inner, 0, ends, domain.segments().length, inner.length);
    for (int i = 0; i < ends.length; i++) {
      ends[i]++;
    }
    firstAt = new int[mesh.kernel.vertices() + 16];
    stamps = new int[firstAt.length];
    Arrays.fill(firstAt, -1);
    for (int s = 0; s < ends.length / 2; s++) {
      add(ends[2 * s], ends[2 * s + 1], s, 0, 1, -1);
    }
  }

  private void add(int a, int b, int segment, double from, double to, int following) {
    if (3 * count == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * pieces.length);
      shares = Arrays.copyOf(shares, 2 * shares.length);
      next = Arrays.copyOf(next, 2 * next.length);
      nextAt = Arrays.copyOf(nextAt, 2 * nextAt.length);
    }
    pieces[3 * count] = a;
    pieces[3 * count + 1] = b;
    pieces[3 * count + 2] = segment;
    shares[2 * count] = from;
    shares[2 * count + 1] = to;
    next[count] = following;
    link(2 * count, a);
    link(2 * count + 1, b);
    count++;
  }

  private void link(int end, int v) {
    nextAt[end] = firstAt[v];
    firstAt[v] = end;
  }

  private void unlink(int end, int v) {
    if (firstAt[v] == end) {
      firstAt[v] = nextAt[end];
      return;
    }
    int before = firstAt[v];
    while (nextAt[before] != end) {
      before = nextAt[before];
    }
    nextAt[before] = nextAt[end];
  }

  int count() {
    return count;
  }

  int first(int piece) {
    return pieces[3 * piece];
  }

  int second(int piece) {
    return pieces[3 * piece + 1];
  }

  int segment(int piece) {
    return pieces[3 * piece + 2];
  }

  /// Whether a piece is of an edge inside of a facet, not of a segment.
  boolean isInner(int piece) {
    return segment(piece) >= segments;
  }

  /// The piece that follows on the same segment, or −1. The first piece of segment s is piece s.
  int next(int piece) {
    return next[piece];
  }

  /// Divides pieces until all are edges.
  void recover() {
    boolean[] given = new boolean[ends.length / 2];
    int most = MOST + 20 * ends.length;
    for (int i = count - 1; i >= 0; i--) {
      await(i);
    }
    while (waitingCount > 0) {
      int i = waiting[--waitingCount];
      clock.check(mesh.kernel.tets.slots, waitingCount);
      if (given[segment(i)] || mesh.tetOf(first(i), second(i)) >= 0) {
        continue;
      }
      if (count > most || !divide(i)) {
        failed.add(place(i));
        given[segment(i)] = true;
      } else {
        awaitAround();
        await(count - 1);
        await(i);
      }
    }
  }

  private void await(int piece) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waitingCount);
    }
    waiting[waitingCount++] = piece;
  }

  /// Looks again at the pieces whose ends both were corners of the tets that the last point
  /// removed.
  private void awaitAround() {
    stamp++;
    int[] vertex = mesh.kernel.tets.vertex;
    int[] made = mesh.kernel.made();
    for (int i = 0; i < 4 * mesh.kernel.madeCount(); i++) {
      stamps[vertex[4 * made[i >> 2] + (i & 3)]] = stamp;
    }
    for (int i = 0; i < 4 * mesh.kernel.madeCount(); i++) {
      int v = vertex[4 * made[i >> 2] + (i & 3)];
      if (stamps[v] != stamp) {
        continue;
      }
      stamps[v] = -stamp;
      for (int end = firstAt[v]; end >= 0; end = nextAt[end]) {
        int other = pieces[3 * (end >> 1) + (~end & 1)];
        if (stamps[other] == stamp) {
          await(end >> 1);
        }
      }
    }
  }

  private boolean divide(int i) {
    int a = first(i);
    int b = second(i);
    int segment = segment(i);
    double low = shares[2 * i];
    double high = shares[2 * i + 1];
    double share = low + part(a, b) * (high - low);
    boolean fromFirst = share <= 0.5;
    double t = fromFirst ? share : 1 - share;
    if (!(share > low && share < high) || t < 0x1p-90) {
      return false;
    }
    // Few bits make short sums.
    double unit = Math.scalb(1.0, Math.getExponent(high - low) - 20);
    t = Math.max(unit, Math.rint(t / unit) * unit);
    boolean inner = segment >= segments;
    int p =
        mesh.insert(
            ends[2 * segment + (fromFirst ? 0 : 1)],
            ends[2 * segment + (fromFirst ? 1 : 0)],
            t,
            inner ? ConstrainedTets.ON_FACET : ConstrainedTets.ON_SEGMENT,
            inner ? facets[segment - segments] : segment,
            a);
    if (p < 0) {
      return false;
    }
    if (p >= firstAt.length) {
      int before = firstAt.length;
      firstAt = Arrays.copyOf(firstAt, p + p / 2 + 16);
      stamps = Arrays.copyOf(stamps, firstAt.length);
      Arrays.fill(firstAt, before, firstAt.length, -1);
    }
    double at = fromFirst ? t : 1 - t;
    unlink(2 * i + 1, b);
    pieces[3 * i + 1] = p;
    link(2 * i + 1, p);
    shares[2 * i + 1] = at;
    add(p, b, segment, at, high, next[i]);
    next[i] = count - 1;
    return true;
  }

  /// The share of a piece at which it is divided.
  private double part(int a, int b) {
    double length = mesh.distance(a, b);
    byte first = mesh.dimension[a];
    byte second = mesh.dimension[b];
    boolean sharpA = first == ConstrainedTets.CORNER && shells.isSharp(a);
    boolean sharpB = second == ConstrainedTets.CORNER && shells.isSharp(b);
    if (sharpA != sharpB) {
      return shells.part(a, b, first, second, length);
    }
    if (sharpA) {
      return 0.5;
    }
    int seen = mostAcross(a, b);
    if (seen < 0) {
      return 0.5;
    }
    double fromA = mesh.distance(a, seen) / length;
    double fromB = mesh.distance(b, seen) / length;
    if (fromA < fromB && fromA < 0.5) {
      return fromA;
    }
    return fromB < fromA && fromB < 0.5 ? 1 - fromB : 0.5;
  }

  /// The neighbour of an end in the ball around a piece that sees it at the largest angle, or −1.
  private int mostAcross(int a, int b) {
    int best = -1;
    double least = 0;
    for (int end = 0; end < 2; end++) {
      int[] near = mesh.neighbours(end == 0 ? a : b);
      for (int i = 0; i < mesh.neighbourCount(); i++) {
        int v = near[i];
        if (v != a && v != b) {
          double cosine = cosine(a, b, v);
          if (cosine < least || (cosine == least && v < best)) {
            least = cosine;
            best = v;
          }
        }
      }
    }
    return best;
  }

  private double cosine(int a, int b, int v) {
    double[] x = mesh.kernel.xyz();
    double dot = 0;
    double u = 0;
    double w = 0;
    for (int k = 0; k < 3; k++) {
      double p = x[3 * a + k] - x[3 * v + k];
      double q = x[3 * b + k] - x[3 * v + k];
      dot += p * q;
      u += p * p;
      w += q * q;
    }
    return u == 0 || w == 0 ? 1 : dot / (Math.sqrt(u) * Math.sqrt(w));
  }

  private double[] place(int i) {
    double[] x = mesh.kernel.xyz();
    int a = 3 * first(i);
    int b = 3 * second(i);
    return new double[] {x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2]};
  }
}
