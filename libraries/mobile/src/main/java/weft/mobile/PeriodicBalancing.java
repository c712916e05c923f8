// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.layer.Frames;
import weft.mobile.Balancing.Part;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;
import weft.mobile.internal.TraceOfLoads;
import weft.mobile.internal.protocol.Resident;

/// Balances periodically, without a barrier. A rank whose objects have run sends rank 0 the sum of
/// their loads. If a plan is worth it, rank 0 asks these ranks for the load of each object. It then
/// makes a plan, and sends each rank the moves of its objects. None of these messages is counted.
/// An idle rank sends none but answers.
///
/// ```
/// sums    | sum | heaviest object
/// ask     | round
/// loads   | round | n of the whole answer | first of this piece | word, load | word, load ...
/// moves   | word, target | word, target ...
/// ```
final class PeriodicBalancing {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Calls of [#look] between two readings of the clock.
  private static final int LOOKS = 16;

  private static final int HEAD = 24;

  private final ObjectRank rank;
  private final TraceOfLoads trace;
  private final Frames sums;
  private final Frames ask;
  private final Frames loads;
  private final Frames moves;
  private @Nullable BalancePolicy policy;
  private long nanos;
  private long due;
  private long handled;
  private int looks;
  private long messages;

  // Accumulated while this rank's objects are visited.
  private double sum;
  private double heaviest;

  // At rank 0: the sums since the last decision.
  private final boolean[] reported;
  private final double[] sumOf;
  private final double[] heaviestOf;
  private int reports;
  private long firstReport;

  // At rank 0: the answers to the last request for loads.
  private long round;
  private int unanswered;
  private final @Nullable Part[] parts;
  private final int[] received;

  PeriodicBalancing(ObjectRank rank, TraceOfLoads trace) {
    this.rank = rank;
    this.trace = trace;
    int size = rank.layer.size();
    this.reported = new boolean[size];
    this.sumOf = new double[size];
    this.heaviestOf = new double[size];
    this.parts = new Part[size];
    this.received = new int[size];
    this.sums = rank.layer.messages().frames("weft mobile sums", this::onSums);
    this.ask = rank.layer.messages().frames("weft mobile ask", this::asked);
    this.loads = rank.layer.messages().frames("weft mobile loads", this::onLoads);
    this.moves = rank.layer.messages().frames("weft mobile moves", this::onMoves);
  }

  void start(long millis, BalancePolicy policy) {
    this.policy = policy;
    this.nanos = 1_000_000 * millis;
    this.due = System.nanoTime() + nanos;
    this.handled = rank.runner.handled;
    round++; // so that answers still in flight are ignored
    unanswered = 0;
    forgetSums();
    rank.runner.afterSteps(this::look);
  }

  void stop() {
    if (policy != null) {
      policy = null;
      rank.runner.afterSteps(null);
    }
  }

  /// The number of messages this rank has sent for balancing.
  long messages() {
    return messages;
  }

  private void look() {
    if (++looks < LOOKS) {
      return;
    }
    looks = 0;
    long now = System.nanoTime();
    if (now < due || rank.runner.handled == handled) {
      return;
    }
    due = now + nanos;
    handled = rank.runner.handled;
    sum = 0;
    heaviest = 0;
    rank.router.forEachHere(this::count);
    long at = sums.open(0, 16);
    sums.memory().set(WORD, at, Double.doubleToRawLongBits(sum));
    sums.memory().set(WORD, at + 8, Double.doubleToRawLongBits(heaviest));
    sums.close();
    messages++;
  }

  private void count(Resident object) {
    double load = rank.types.load(object, Resident::load);
    object.clearLoad();
    sum += load;
    heaviest = Math.max(heaviest, load);
  }

  private void onSums(int source, MemorySegment memory, long at, long bytes) {
    if (!reported[source]) {
      reported[source] = true;
      reports++;
    }
    sumOf[source] = Double.longBitsToDouble(memory.get(WORD, at));
    heaviestOf[source] = Double.longBitsToDouble(memory.get(WORD, at + 8));
    long now = System.nanoTime();
    if (firstReport == 0) {
      firstReport = now;
    }
    BalancePolicy policy = this.policy;
    if (policy == null || unanswered > 0 || !isEnough(now)) {
      return;
    }
    double greatest = Arrays.stream(sumOf).max().orElse(0);
    double mean = Arrays.stream(sumOf).sum() / sumOf.length;
    double bound = Math.max(mean, Arrays.stream(heaviestOf).max().orElse(0));
    if (policy.isWorthIt(greatest, bound)) {
      askAll();
    }
    forgetSums();
  }

  private void forgetSums() {
    Arrays.fill(reported, false);
    Arrays.fill(sumOf, 0);
    Arrays.fill(heaviestOf, 0);
    reports = 0;
    firstReport = 0;
  }

  /// Returns whether all ranks have sent their loads, or all busy ones. Busy ranks send once per
  /// period, though not simultaneously. An earlier plan would treat a busy rank as one without
  /// load, and move objects to it.
  private boolean isEnough(long now) {
    return reports == reported.length || now - firstReport > nanos + nanos / 2;
  }

  /// Asks each rank that has sent its sum. Idle ranks are not disturbed.
  private void askAll() {
    round++;
    unanswered = reports;
    Arrays.fill(parts, null);
    Arrays.fill(received, 0);
    for (int i = 0; i < reported.length; i++) {
      if (reported[i]) {
        long at = ask.open(i, 8);
        ask.memory().set(WORD, at, round);
        ask.close();
        messages++;
      }
    }
  }

  private void asked(int source, MemorySegment memory, long at, long bytes) {
    answer(memory.get(WORD, at), Balancing.part(rank, Resident::loadBefore));
  }

  private void answer(long round, Part part) {
    int most = (loads.maxBytes() - HEAD) / 16;
    int from = 0;
    do {
      int count = Math.min(most, part.words().length - from);
      long at = loads.open(0, HEAD + 16 * count);
      MemorySegment memory = loads.memory();
      memory.set(WORD, at, round);
      memory.set(WORD, at + 8, part.words().length);
      memory.set(WORD, at + 16, from);
      for (int i = 0; i < count; i++) {
        long to = at + HEAD + 16L * i;
        memory.set(WORD, to, part.words()[from + i]);
        memory.set(WORD, to + 8, Double.doubleToRawLongBits(part.loads()[from + i]));
      }
      loads.close();
      messages++;
      from += count;
    } while (from < part.words().length);
  }

  private void onLoads(int source, MemorySegment memory, long at, long bytes) {
    if (memory.get(WORD, at) != round) {
      return;
    }
    int whole = (int) memory.get(WORD, at + 8);
    int from = (int) memory.get(WORD, at + 16);
    int count = (int) ((bytes - HEAD) / 16);
    Part part = parts[source];
    if (part == null) {
      part = new Part(new long[whole], new double[whole]);
      parts[source] = part;
    }
    for (int i = 0; i < count; i++) {
      long of = at + HEAD + 16L * i;
      part.words()[from + i] = memory.get(WORD, of);
      part.loads()[from + i] = Double.longBitsToDouble(memory.get(WORD, of + 8));
    }
    received[source] += count;
    if (received[source] == whole && --unanswered == 0 && policy != null) {
      plan(policy);
    }
  }

  private void plan(BalancePolicy policy) {
    List<Part> known = new ArrayList<>();
    for (Part part : parts) {
      known.add(part == null ? new Part(new long[0], new double[0]) : part);
    }
    Arrays.fill(parts, null);
    Loads loads = Balancing.loads(known);
    trace.add(loads);
    var planned = new Moves(loads);
    policy.plan(loads, planned);
    for (int from = 0, object = 0; from < parts.length; from++) {
      var leaving = new ArrayList<long[]>();
      for (; object < loads.objects() && loads.rank(object) == from; object++) {
        if (planned.target(object) != from) {
          leaving.add(new long[] {loads.word(object), planned.target(object)});
        }
      }
      sendMoves(from, leaving);
    }
  }

  private void sendMoves(int target, List<long[]> leaving) {
    int most = moves.maxBytes() / 16;
    for (int from = 0; from < leaving.size(); from += most) {
      int count = Math.min(most, leaving.size() - from);
      long at = moves.open(target, 16 * count);
      for (int i = 0; i < count; i++) {
        moves.memory().set(WORD, at + 16L * i, leaving.get(from + i)[0]);
        moves.memory().set(WORD, at + 16L * i + 8, leaving.get(from + i)[1]);
      }
      moves.close();
      messages++;
    }
  }

  /// Moves objects, unless this rank has ended the balancing since the plan was made.
  private void onMoves(int source, MemorySegment memory, long at, long bytes) {
    if (policy == null) {
      return;
    }
    for (long i = 0; i < bytes; i += 16) {
      rank.moves.moveIfHere(memory.get(WORD, at + i), (int) memory.get(WORD, at + i + 8));
    }
  }
}
