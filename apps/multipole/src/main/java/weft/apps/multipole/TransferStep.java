// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.TimedWaits;
import weft.overlap.OverlapLoop;
import weft.overlap.StepRecords;
import weft.overlap.VectorChannel;
import weft.overlap.VectorView;

/// The transfer step of one rank, as steps of an overlap loop. The elements of a vector F depend
/// only on its box and their index, so each rank can check its sums alone.
final class TransferStep {
  /// The greatest delay for which later waits make up, in nanoseconds.
  static final long MOST_OWED = 1_000_000;

  private final World world;
  private final OverlapLoop loop;
  private final VectorChannel vectors;
  private @Nullable TransferPlan plan;
  private float[][] sums = {};
  private float[][] own = {};
  private MemorySegment[] segments = {};
  private float[] arrived = {};

  /// Waits that replace local transfers if [#waitNanos] is not 0.
  private final TimedWaits waits = new TimedWaits(MOST_OWED);

  /// The time that a local transfer waits instead of computing, or 0 to compute.
  private long waitNanos;

  /// The number of additional computations of each local transfer; it may be a fraction.
  private double slower;

  private double extra;

  /// Registers the channel. [#prepare] sets the plan.
  TransferStep(World world) {
    this.world = world;
    this.loop = OverlapLoop.of(world);
    this.vectors = loop.vectors("transfer.vectors", this::onVector);
  }

  OverlapLoop loop() {
    return loop;
  }

  VectorChannel vectors() {
    return vectors;
  }

  /// Sets the plan, and how local transfers are computed.
  void prepare(TransferPlan plan, long waits, double slower) {
    this.plan = plan;
    this.waitNanos = (long) (waits * slower);
    this.slower = slower - 1;
    int boxes = plan.floats.length;
    sums = new float[boxes][];
    own = new float[boxes][];
    segments = new MemorySegment[boxes];
    int longest = 0;
    for (int box = 0; box < boxes; box++) {
      longest = Math.max(longest, plan.floats[box]);
      if (plan.owner[box] == world.rank()) {
        own[box] = values(box, plan.floats[box]);
        segments[box] = MemorySegment.ofArray(own[box]);
        sums[box] = new float[plan.floats[box]];
      }
    }
    arrived = new float[longest];
    loop.expect(plan.expected)
        .compute(plan.local.size(), this::computeLocal)
        .send(vectors, new Pieces(plan));
  }

  private final class Pieces implements StepRecords {
    private final TransferPlan plan;

    Pieces(TransferPlan plan) {
      this.plan = plan;
    }

    @Override
    public int count(int target) {
      return plan.sends.get(target).size();
    }

    @Override
    public boolean tryPush(int target, int index) {
      TransferPlan.Piece piece = plan.sends.get(target).get(index);
      MemorySegment vector = segments[piece.box()].asSlice(4L * piece.from(), 4L * piece.floats());
      return vectors.tryPush(target, TransferPlan.tag(piece.box(), piece.from()), vector);
    }
  }

  /// Executes one step, which recomputes all sums.
  void run() {
    for (float[] sum : sums) {
      if (sum != null) {
        Arrays.fill(sum, 0);
      }
    }
    loop.run();
  }

  private void onVector(int source, long tag, VectorView vector) {
    List<TransferPlan.Move> moves = Objects.requireNonNull(plan).remote.get(tag);
    if (moves == null) {
      throw new IllegalStateException(
          "rank "
              + source
              + " sent a vector of box "
              + (tag >>> 32)
              + ", which is not needed here");
    }
    int floats = (int) (vector.bytes() / 4);
    vector.copyElements(0, arrived, 0, floats);
    for (TransferPlan.Move move : moves) {
      add(sums[move.target()], move, arrived, 0);
    }
  }

  private void computeLocal(int index) {
    TransferPlan.Move move = Objects.requireNonNull(plan).local.get(index);
    if (waitNanos > 0) {
      waits.await(waitNanos);
      return;
    }
    add(sums[move.target()], move, own[move.source()], move.from());
    for (extra += slower; extra >= 1; extra--) {
      add(arrived, move, own[move.source()], move.from());
    }
  }

  /// Adds the product of a piece and a transfer function, for both components.
  private static void add(float[] sum, TransferPlan.Move move, float[] vector, int at) {
    float[] t = move.function();
    int from = move.from();
    if (t.length == 0) {
      int floats = Math.min(move.floats(), sum.length - from);
      for (int i = 0; i < floats; i++) {
        sum[from + i] += vector[at + i];
      }
      return;
    }
    for (int i = 0; i < move.floats(); i += 4) {
      int d = (from + i) >> 1;
      float re = t[d];
      float im = t[d + 1];
      int to = from + i;
      float aRe = vector[at + i];
      float aIm = vector[at + i + 1];
      float bRe = vector[at + i + 2];
      float bIm = vector[at + i + 3];
      sum[to] += aRe * re - aIm * im;
      sum[to + 1] += aRe * im + aIm * re;
      sum[to + 2] += bRe * re - bIm * im;
      sum[to + 3] += bRe * im + bIm * re;
    }
  }

  /// The vector F of a box.
  private static float[] values(int box, int floats) {
    var values = new float[floats];
    long state = box * 0x9E3779B97F4A7C15L + 1;
    for (int i = 0; i < floats; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      values[i] = (state >> 40) * 0x1p-23f;
    }
    return values;
  }

  /// The greatest error of the sums of the last step, relative to the largest value of each box.
  /// The reference is computed by this rank alone, one transfer after another.
  double error() {
    TransferPlan plan = Objects.requireNonNull(this.plan);
    double worst = 0;
    var expected = new float[sums.length][];
    for (int box = 0; box < sums.length; box++) {
      expected[box] = sums[box] == null ? new float[0] : new float[sums[box].length];
    }
    if (waitNanos == 0) {
      plan.local.forEach(
          move -> add(expected[move.target()], move, own[move.source()], move.from()));
    }
    plan.remote
        .values()
        .forEach(moves -> {
          int source = moves.get(0).source();
          float[] vector = values(source, plan.floats[source]);
          moves.forEach(move -> add(expected[move.target()], move, vector, move.from()));
        });
    for (int box = 0; box < sums.length; box++) {
      double largest = 1e-30;
      double off = 0;
      for (int i = 0; i < expected[box].length; i++) {
        largest = Math.max(largest, Math.abs(expected[box][i]));
        off = Math.max(off, Math.abs(expected[box][i] - sums[box][i]));
      }
      worst = Math.max(worst, off / largest);
    }
    return worst;
  }
}
