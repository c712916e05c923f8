// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.lang.foreign.MemorySegment;
import weft.Worlds;
import weft.collective.internal.board.SharedBoard;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.Core;
import weft.collective.internal.engine.GroupCall;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;
import weft.collective.schedule.EngineLimits;
import weft.layer.Layer;
import weft.transport.rings.ThreadsJob;

/// One of two ranks that share a [SharedBoard], without a job. The failure that would end a job is
/// only recorded here.
public final class BoardMember {
  private static final Layer[] LAYERS = new Layer[2];

  static {
    // A board that never waits uses a layer only to wake ranks that do not exist. So all states
    // share it.
    var job = new ThreadsJob(2, 4096);
    for (int rank = 0; rank < 2; rank++) {
      LAYERS[rank] = Layer.of(Worlds.of(job.join(rank)));
    }
  }

  private final int rank;
  private final SharedBoard board;
  private final GroupCall call = new GroupCall();
  private final MemorySegment data = MemorySegment.ofArray(new long[4]);
  private String reported = "";

  /// Rank `rank` of two, over zeroed `memory` of [#bytes] bytes that both use.
  public BoardMember(int rank, MemorySegment memory) {
    this.rank = rank;
    var core =
        new Core(
            new Told(), new EngineLimits(64, 1, 1, 64, true), (s, a, e) -> false, Algorithms::get);
    Context context = core.join(0, 0, new int[] {0, 1});
    this.board = new SharedBoard(LAYERS[rank], core, context, memory, 0);
  }

  /// The bytes of a board for two ranks.
  public static int bytes() {
    return (int) SharedBoard.bytes(2);
  }

  /// Runs a broadcast. Its root does not wait, and returns before it has compared anything.
  public void broadcast(int root, int bytes) {
    call.shape.set(Collective.BROADCAST, 2, rank, root).amount(bytes, 1);
    call.out.set(data, 0, bytes);
    call.signature = Signature.of(Collective.BROADCAST, 0, null, 0, false, root);
    call.agreed = bytes;
    board.run(call, "a broadcast");
  }

  /// The rank's body returns.
  public void end() {
    board.bodyReturned();
  }

  /// The error with which the rank refused the other's call; empty if there was none.
  public String reported() {
    return reported;
  }

  /// Handles no messages, because none are sent.
  private final class Told implements CollectiveWire {
    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public void disagree(int one, int other, int group, int sequence, String text) {
      reported += text;
    }

    @Override
    public int frameBytes() {
      throw unused();
    }

    @Override
    public boolean trySend(int target, long a, long b, long c, long d) {
      throw unused();
    }

    @Override
    public MemorySegment open(int target, int bytes) {
      throw unused();
    }

    @Override
    public long at() {
      throw unused();
    }

    @Override
    public void close(long a, long b, long c, long d) {
      throw unused();
    }

    @Override
    public MemorySegment heap(int rank) {
      throw unused();
    }

    @Override
    public long allocate(long bytes) {
      throw unused();
    }

    @Override
    public void free(long offset) {
      throw unused();
    }

    @Override
    public long offsetOf(MemorySegment segment) {
      throw unused();
    }

    @Override
    public void takeBudget(long bytes) {
      throw unused();
    }

    @Override
    public void giveBudget(long bytes) {
      throw unused();
    }

    private static IllegalStateException unused() {
      return new IllegalStateException("a board sends no messages and takes no memory");
    }
  }
}
