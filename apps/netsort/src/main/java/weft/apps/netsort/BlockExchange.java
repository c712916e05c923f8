// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import weft.GlobalPointer;
import weft.Rsr3;
import weft.Rsr4;
import weft.World;

/// Sends keys between neighbours. Chunks are put directly into the neighbour's buffer in registered
/// memory, and a handler after each records how many keys are there (a put-op).
///
/// The lower rank sends its greatest keys, from the back, to the end of the neighbour's buffer. The
/// higher rank sends its least keys, from the front, to the front of the buffer. Each rank merges
/// arrived keys while it continues to send. It stops when it knows the number of keys that the
/// other side takes: as many as it took itself.
///
/// A rank sends keys only after the arrival of its neighbour's edge for the same step. The
/// neighbour sends the edge when it no longer needs its buffer. So one buffer serves both
/// neighbours.
final class BlockExchange {
  /// The keys of one chunk: 64 KiB.
  static final int CHUNK = 8192;

  private static final ValueLayout.OfLong KEY = ValueLayout.JAVA_LONG;

  private final World world;
  private final int rank;
  private final Rsr3 chunk;
  private final Rsr4 edge;
  private final BooleanSupplier edgeIsHere = this::isEdgeHere;
  private final BooleanSupplier hasMore = this::hasMore;

  /// The last edges from the neighbours below and above, before a step and after it.
  private final Edge[][] edges = {{new Edge(), new Edge()}, {new Edge(), new Edge()}};

  private GlobalPointer all = GlobalPointer.NULL;
  private MemorySegment buffer = MemorySegment.NULL;
  private long[] theirs = {};

  private int step = -1;
  private int arrived;
  private int copied;
  private boolean complete;
  private Edge awaited = edges[0][0];
  private long awaitedTime;

  /// The knowledge of a rank about another's block at one time.
  static final class Edge {
    long time = -1;
    long contents;
    long least;
    long greatest;
  }

  /// Registers the handlers; [#attach] sets the buffer later.
  BlockExchange(World world) {
    this.world = world;
    this.rank = world.rank();
    this.chunk = world.rsr3("netsort.chunk", this::onChunk);
    this.edge = world.rsr4("netsort.edge", this::onEdge);
  }

  /// Sets the buffer of `length` keys at `all` on every rank. Every rank must call this before any
  /// rank sends.
  void attach(GlobalPointer all, int length) {
    this.all = all;
    this.buffer = world.heap().segment(all, bytes(length));
    this.theirs = new long[length];
  }

  /// The bytes of `keys` keys.
  static long bytes(long keys) {
    return KEY.byteSize() * keys;
  }

  // Edges.

  /// Sends `partner` the edge of a block that has keys, before a step (`after` 0) or after it (1).
  void sendEdges(int partner, int step, int after, long contents, long[] keys, int length) {
    edge.send(partner, 2L * step + after, contents, keys[0], keys[length - 1]);
  }

  private void onEdge(int source, long time, long contents, long least, long greatest) {
    Edge announced = edges[source < rank ? 0 : 1][(int) (time & 1)];
    announced.time = time;
    announced.contents = contents;
    announced.least = least;
    announced.greatest = greatest;
  }

  /// Waits for the edge of `partner` for this step. The partner cannot be ahead: its next step with
  /// this rank needs this rank's edge of this step.
  Edge await(int partner, int step, int after) {
    awaited = edges[partner < rank ? 0 : 1][after];
    awaitedTime = 2L * step + after;
    if (!isEdgeHere()) {
      world.pollUntil(edgeIsHere);
    }
    return awaited;
  }

  private boolean isEdgeHere() {
    return awaited.time == awaitedTime;
  }

  // Keys.

  /// Begins a step: keys for it may arrive from now on.
  void begin(int step) {
    this.step = step;
    arrived = 0;
    copied = 0;
    complete = false;
  }

  private void onChunk(int source, long step, long keys, long last) {
    if (step != this.step) {
      throw new IllegalStateException(
          "rank %d sent keys for step %d to rank %d, which is at step %d"
              .formatted(source, step, rank, this.step));
    }
    arrived = (int) keys;
    complete = last != 0;
  }

  private boolean hasMore() {
    return arrived > copied || complete;
  }

  /// Compares and splits. Fills `merged` with the keys of this rank after the step, and returns the
  /// number of keys from `partner`.
  ///
  /// @param wanted the most keys that the partner may take
  int split(int partner, long[] mine, long[] merged, int length, int wanted) {
    boolean low = rank < partner;
    var merge = new Merge(low, mine, theirs, merged, length);
    MemorySegment source = MemorySegment.ofArray(mine);
    int sent = 0;
    boolean announced = false;
    while (!announced || !merge.isDone()) {
      if (!announced && (sent == wanted || merge.isDone() && sent >= merge.taken())) {
        chunk.send(partner, step, sent, 1);
        announced = true;
      } else if (!announced) {
        sent = send(partner, low, source, length, sent, Math.min(wanted, sent + CHUNK));
      }
      boolean stuck = !hasMore() && announced && !merge.isDone();
      if (stuck) {
        world.pollUntil(hasMore);
      } else {
        world.poll();
      }
      if (!merge.isDone()) {
        boolean last = complete;
        fetch(low);
        merge.advance(copied, last);
      }
    }
    return merge.taken();
  }

  /// Puts the keys `from` to `to`, counted from the end that the partner needs first.
  private int send(int partner, boolean low, MemorySegment mine, int length, int from, int to) {
    long source = bytes(low ? length - to : from);
    long target = low ? buffer.byteSize() - bytes(to) : bytes(from);
    world
        .memory()
        .put(mine, source, all.at(partner), target, bytes(to - from), chunk.op(step, to, 0));
    return to;
  }

  /// Copies arrived keys to the array that the merge reads.
  private void fetch(boolean low) {
    int count = arrived - copied;
    int at = low ? copied : theirs.length - arrived;
    MemorySegment.copy(buffer, KEY, bytes(at), theirs, at, count);
    copied = arrived;
  }
}
