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

/// Balances from time to time, without a barrier: ranks whose objects have run tell rank 0 their
/// loads, which makes a plan and tells each rank what is to leave it. None of these messages is
/// counted, and a rank at rest sends none.
///
/// ```
/// loads   | n of the whole report | first of this piece | word, load | word, load ...
/// moves   | word, target | word, target ...
/// ```
final class PeriodicBalancing {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Steps between two looks at the clock.
  private static final int LOOKS = 16;

  private final ObjectRank rank;
  private final TraceOfLoads trace;
  private final Frames loads;
  private final Frames moves;
  private @Nullable BalancePolicy policy;
  private long nanos;
  private long due;
  private long handled;
  private int looks;
  private long messages;

  /// At rank 0: what has come since the last plan, and how much of it.
  private final @Nullable Part[] parts;

  private final int[] come;
  private long firstCame;

  PeriodicBalancing(ObjectRank rank, TraceOfLoads trace) {
    this.rank = rank;
    this.trace = trace;
    this.parts = new Part[rank.layer.size()];
    this.come = new int[parts.length];
    this.loads = rank.layer.frames("weft mobile loads", this::loadsCame);
    this.moves = rank.layer.frames("weft mobile moves", this::movesCame);
  }

  void start(long millis, BalancePolicy policy) {
    this.policy = policy;
    this.nanos = 1_000_000 * millis;
    this.due = System.nanoTime() + nanos;
    this.handled = rank.handled;
    rank.afterSteps(this::look);
  }

  void stop() {
    if (policy != null) {
      policy = null;
      rank.afterSteps(null);
    }
  }

  /// The messages that this rank has sent to balance.
  long messages() {
    return messages;
  }

  private void look() {
    if (++looks < LOOKS) {
      return;
    }
    looks = 0;
    long now = System.nanoTime();
    if (now < due || rank.handled == handled) {
      return;
    }
    due = now + nanos;
    handled = rank.handled;
    report(Balancing.part(rank));
  }

  private void report(Part part) {
    int most = (loads.maxBytes() - 16) / 16;
    int from = 0;
    do {
      int count = Math.min(most, part.words().length - from);
      long at = loads.open(0, 16 + 16 * count);
      MemorySegment memory = loads.memory();
      memory.set(WORD, at, part.words().length);
      memory.set(WORD, at + 8, from);
      for (int i = 0; i < count; i++) {
        memory.set(WORD, at + 16 + 16L * i, part.words()[from + i]);
        memory.set(WORD, at + 24 + 16L * i, Double.doubleToRawLongBits(part.loads()[from + i]));
      }
      loads.close();
      messages++;
      from += count;
    } while (from < part.words().length);
  }

  private void loadsCame(int source, MemorySegment memory, long at, long bytes) {
    int whole = (int) memory.get(WORD, at);
    int from = (int) memory.get(WORD, at + 8);
    int count = (int) ((bytes - 16) / 16);
    Part part = parts[source];
    if (part == null || from == 0) {
      part = new Part(new long[whole], new double[whole]);
      parts[source] = part;
      come[source] = 0;
    }
    for (int i = 0; i < count; i++) {
      part.words()[from + i] = memory.get(WORD, at + 16 + 16L * i);
      part.loads()[from + i] = Double.longBitsToDouble(memory.get(WORD, at + 24 + 16L * i));
    }
    come[source] += count;
    long now = System.nanoTime();
    if (firstCame == 0) {
      firstCame = now;
    }
    if (policy != null && isEnough(now)) {
      plan(policy);
    }
  }

  /// Whether all ranks have told their loads, or all that work: those do so once in a period,
  /// though not at the same time. A plan that came earlier would take a rank that works for one
  /// without load, and would move objects to it.
  private boolean isEnough(long now) {
    boolean all = true;
    for (int i = 0; i < parts.length; i++) {
      Part part = parts[i];
      if (part == null) {
        all = false;
      } else if (come[i] < part.words().length) {
        return false;
      }
    }
    return all || now - firstCame > nanos + nanos / 2;
  }

  private void plan(BalancePolicy policy) {
    List<Part> known = new ArrayList<>();
    for (Part part : parts) {
      known.add(part == null ? new Part(new long[0], new double[0]) : part);
    }
    Arrays.fill(parts, null);
    firstCame = 0;
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
      tell(from, leaving);
    }
  }

  private void tell(int target, List<long[]> leaving) {
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

  private void movesCame(int source, MemorySegment memory, long at, long bytes) {
    for (long i = 0; i < bytes; i += 16) {
      rank.moveIfHere(memory.get(WORD, at + i), (int) memory.get(WORD, at + i + 8));
    }
  }
}
