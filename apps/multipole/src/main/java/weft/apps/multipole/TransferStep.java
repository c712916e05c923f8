// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.apps.common.TimedWaits;
import weft.multipole.GridField;
import weft.multipole.GridWay;
import weft.multipole.TransferFunction;
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
  private @Nullable GridField[] sums = {};
  private @Nullable GridField[] own = {};
  private @Nullable GridField[] wide = {};

  /// Room for the widened vectors of each length.
  private final Map<Integer, GridField> rooms = new HashMap<>();

  private final Map<Integer, Arriving> arriving = new HashMap<>();

  /// A vector of which some pieces have arrived.
  private static final class Arriving {
    final GridField field;
    int missing;

    Arriving(int numbers) {
      field = GridField.zeros(numbers);
      missing = 2 * numbers;
    }
  }

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
    int boxes = plan.numbers.length;
    sums = new GridField[boxes];
    own = new GridField[boxes];
    wide = new GridField[boxes];
    for (int box = 0; box < boxes; box++) {
      if (plan.owner[box] == world.rank()) {
        GridField field = values(box, plan.numbers[box]);
        own[box] = field;
        sums[box] = GridField.zeros(plan.sums[box]);
        wide[box] = widened(plan, box, field, GridField.zeros(plan.sums[box]));
      }
    }
    loop.expect(plan.expected)
        .compute(plan.local.size(), this::computeLocal)
        .send(vectors, new Pieces(plan));
  }

  /// A vector as transfers take it: itself, or on the full grid, in the room that is given.
  private static GridField widened(TransferPlan plan, int box, GridField field, GridField room) {
    GridWay way = plan.ways[box];
    if (way == null) {
      return field;
    }
    way.run(field, room);
    return room;
  }

  private GridField roomFor(TransferPlan plan, int box) {
    return rooms.computeIfAbsent(plan.sums[box], GridField::zeros);
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
      GridField field = Objects.requireNonNull(own[piece.box()]);
      int half = field.re().length;
      boolean isReal = piece.from() < half;
      MemorySegment vector =
          MemorySegment.ofArray(isReal ? field.re() : field.im())
              .asSlice(4L * (isReal ? piece.from() : piece.from() - half), 4L * piece.floats());
      return vectors.tryPush(target, TransferPlan.tag(piece.box(), piece.from()), vector);
    }
  }

  /// Executes one step, which recomputes all sums.
  void run() {
    for (GridField sum : sums) {
      if (sum != null) {
        Arrays.fill(sum.re(), 0);
        Arrays.fill(sum.im(), 0);
      }
    }
    loop.run();
  }

  private void onVector(int source, long tag, VectorView vector) {
    TransferPlan plan = Objects.requireNonNull(this.plan);
    int box = (int) (tag >>> 32);
    List<TransferPlan.Move> moves = plan.remote.get(box);
    if (moves == null) {
      throw new IllegalStateException(
          "rank " + source + " sent a vector of box " + box + ", which is not needed here");
    }
    Arriving known = arriving.computeIfAbsent(box, it -> new Arriving(plan.numbers[it]));
    int from = (int) tag;
    int floats = (int) (vector.bytes() / 4);
    int half = plan.numbers[box];
    if (from < half) {
      vector.copyElements(0, known.field.re(), from, floats);
    } else {
      vector.copyElements(0, known.field.im(), from - half, floats);
    }
    known.missing -= floats;
    if (known.missing == 0) {
      arriving.remove(box);
      GridField field = widened(plan, box, known.field, roomFor(plan, box));
      for (TransferPlan.Move move : moves) {
        add(Objects.requireNonNull(sums[move.target()]), move, field);
      }
    }
  }

  private void computeLocal(int index) {
    TransferPlan.Move move = Objects.requireNonNull(plan).local.get(index);
    if (waitNanos > 0) {
      waits.await(waitNanos);
      return;
    }
    GridField field = Objects.requireNonNull(wide[move.source()]);
    add(Objects.requireNonNull(sums[move.target()]), move, field);
    for (extra += slower; extra >= 1; extra--) {
      add(roomFor(Objects.requireNonNull(plan), move.target()), move, field);
    }
  }

  /// Adds the product of a vector and a transfer function, for both components.
  private static void add(GridField sum, TransferPlan.Move move, GridField vector) {
    TransferFunction function = move.function();
    if (function != null) {
      function.addProduct(vector, sum);
      return;
    }
    add(sum.re(), vector.re());
    add(sum.im(), vector.im());
  }

  private static void add(float[] sum, float[] vector) {
    int count = Math.min(sum.length, vector.length);
    for (int i = 0; i < count; i++) {
      sum[i] += vector[i];
    }
  }

  /// The vector F of a box.
  private static GridField values(int box, int numbers) {
    GridField field = GridField.zeros(numbers);
    long state = box * 0x9E3779B97F4A7C15L + 1;
    for (int i = 0; i < 2 * numbers; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      (i < numbers ? field.re() : field.im())[i % numbers] = (state >> 40) * 0x1p-23f;
    }
    return field;
  }

  /// The greatest error of the sums of the last step, relative to the largest value of each box.
  /// The reference is computed by this rank alone, one transfer after another.
  double error() {
    TransferPlan plan = Objects.requireNonNull(this.plan);
    var expected = new HashMap<Integer, GridField>();
    for (int box = 0; box < sums.length; box++) {
      if (sums[box] != null) {
        expected.put(box, GridField.zeros(plan.sums[box]));
      }
    }
    if (waitNanos == 0) {
      plan.local.forEach(
          move -> add(at(expected, move), move, Objects.requireNonNull(wide[move.source()])));
    }
    plan.remote.forEach((source, moves) -> {
      GridField vector = values(source, plan.numbers[source]);
      GridField field = widened(plan, source, vector, roomFor(plan, source));
      moves.forEach(move -> add(at(expected, move), move, field));
    });
    double worst = 0;
    for (Map.Entry<Integer, GridField> each : expected.entrySet()) {
      GridField sum = Objects.requireNonNull(sums[each.getKey()]);
      worst = Math.max(worst, error(each.getValue(), sum));
    }
    return worst;
  }

  private static GridField at(Map<Integer, GridField> expected, TransferPlan.Move move) {
    return Objects.requireNonNull(expected.get(move.target()));
  }

  private static double error(GridField expected, GridField sum) {
    double largest = 1e-30;
    double off = 0;
    for (int i = 0; i < expected.re().length; i++) {
      largest = Math.max(largest, Math.max(Math.abs(expected.re()[i]), Math.abs(expected.im()[i])));
      off = Math.max(off, Math.abs(expected.re()[i] - sum.re()[i]));
      off = Math.max(off, Math.abs(expected.im()[i] - sum.im()[i]));
    }
    return off / largest;
  }
}
