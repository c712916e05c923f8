// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.SplittableRandom;
import weft.World;
import weft.overlap.PairChannel;

/// One rank's part of an R-MAT graph as Graph500 generates it (A = 0.57, B = C = 0.19): vertex v
/// belongs to rank v mod ranks. Each edge is stored at both of its ends.
final class RmatGraph {
  private static final double A = 0.57;
  private static final double B = 0.19;
  private static final double C = 0.19;

  private final World world;
  private final int scale;
  private final int ranks;
  private long[] ends = new long[1 << 12];
  private int[] at = new int[1 << 12];
  private int count;
  private long[] neighbours = {};
  private int[] first = {};

  /// Creates an empty graph. Its edges arrive through a channel of [#add].
  RmatGraph(World world, int scale) {
    this.world = world;
    this.scale = scale;
    this.ranks = world.size();
  }

  /// The number of vertices.
  long vertices() {
    return 1L << scale;
  }

  /// The number of vertices that belong to this rank.
  int mine() {
    return (int) ((vertices() - world.rank() + ranks - 1) / ranks);
  }

  int owner(long vertex) {
    return (int) (vertex % ranks);
  }

  int local(long vertex) {
    return (int) (vertex / ranks);
  }

  long global(int local) {
    return (long) local * ranks + world.rank();
  }

  /// An edge from a vertex of this rank has arrived.
  void add(long vertex, long other) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
      at = Arrays.copyOf(at, 2 * count);
    }
    at[count] = local(vertex);
    ends[count++] = other;
  }

  /// Makes this rank's share of the edges and sends each to both ends. Collective.
  void generate(int edgeFactor, long seed, PairChannel edges) {
    long all = edgeFactor * vertices();
    long from = all * world.rank() / ranks;
    long to = all * (world.rank() + 1) / ranks;
    // Vertices are renumbered, or those with small numbers would have most edges.
    long mask = vertices() - 1;
    long odd = new SplittableRandom(seed).nextLong() | 1;
    for (long i = from; i < to; i++) {
      var random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + i);
      long u = 0;
      long v = 0;
      for (int bit = 0; bit < scale; bit++) {
        double r = random.nextDouble();
        int quadrant = r < A ? 0 : r < A + B ? 1 : r < A + B + C ? 2 : 3;
        u = u << 1 | quadrant >> 1;
        v = v << 1 | quadrant & 1;
      }
      u = renumber(u, odd, mask);
      v = renumber(v, odd, mask);
      edges.push(owner(u), u, v);
      edges.push(owner(v), v, u);
      if ((i & 255) == 0) {
        world.poll();
      }
    }
    world.quiesce();
    sort();
  }

  private static long renumber(long vertex, long odd, long mask) {
    long x = vertex * odd & mask;
    x ^= x >>> Math.max(1, Long.bitCount(mask) / 2);
    return x * odd & mask;
  }

  /// The edges of each vertex, one after the other.
  private void sort() {
    first = new int[mine() + 1];
    for (int i = 0; i < count; i++) {
      first[at[i] + 1]++;
    }
    for (int v = 0; v < mine(); v++) {
      first[v + 1] += first[v];
    }
    int[] next = first.clone();
    neighbours = new long[count];
    for (int i = 0; i < count; i++) {
      neighbours[next[at[i]]++] = ends[i];
    }
    ends = new long[0];
    at = new int[0];
  }

  int degree(int local) {
    return first[local + 1] - first[local];
  }

  long neighbour(int local, int index) {
    return neighbours[first[local] + index];
  }
}
