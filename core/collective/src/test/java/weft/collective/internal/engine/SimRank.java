// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Shape;

/// The body of one simulated rank: it starts its operations, those of one group in the order that
/// all its members keep, some while others are under way; waits now and then for one of them; and
/// looks at what has come out.
///
/// It waits for an operation only when it has started all of a smaller index: so the waits of
/// different ranks never wait for each other.
final class SimRank {
  /// One operation as this rank goes through it.
  private static final class Under {
    final SimOperation operation;
    final int me;
    SimPort.@Nullable Started started;
    @Nullable SimData in;
    @Nullable SimData out;
    boolean checked;

    Under(SimOperation operation, int me) {
      this.operation = operation;
      this.me = me;
    }
  }

  /// How rarely a rank that waits has waited for long.
  private static final int REMIND = 100;

  private final int rank;
  private final SimSettings settings;
  private final SimPort port;
  private final SimHeap heap;
  private final Random random;
  private final List<Under> all = new ArrayList<>();
  private @Nullable Under awaited;
  private int under;
  private int checked;
  private int most;

  SimRank(
      int rank,
      SimSettings settings,
      SimPort port,
      SimHeap heap,
      Random random,
      List<SimOperation> operations) {
    this.rank = rank;
    this.settings = settings;
    this.port = port;
    this.heap = heap;
    this.random = random;
    for (SimOperation operation : operations) {
      int me = operation.group.rankOf(rank);
      if (me >= 0) {
        all.add(new Under(operation, me));
      }
    }
  }

  boolean isFinished() {
    return checked == all.size();
  }

  /// How many operations it has begun.
  int begun() {
    return checked + under;
  }

  /// How many operations it has had under way at once.
  int most() {
    return most;
  }

  /// Does one thing; false when there is nothing that can be done now.
  boolean act() {
    Under awaited = this.awaited;
    if (awaited != null) {
      if (!done(awaited)) {
        if (port.settle()) {
          return true;
        }
        if (random.nextInt(REMIND) == 0) {
          port.remind();
        }
        return false;
      }
      this.awaited = null;
      check(awaited);
      return true;
    }
    if (random.nextInt(3) == 0 && port.settle()) {
      return true;
    }
    boolean did =
        switch (random.nextInt(4)) {
          case 0 -> look() || start() || await();
          case 1 -> await() || start() || look();
          default -> start() || look() || await();
        };
    return did || port.settle();
  }

  private static boolean done(Under it) {
    SimPort.Started started = it.started;
    return started != null && started.isDone();
  }

  /// Looks at one operation that is done.
  private boolean look() {
    int from = all.isEmpty() ? 0 : random.nextInt(all.size());
    for (int i = 0; i < all.size(); i++) {
      Under it = all.get((from + i) % all.size());
      if (!it.checked && done(it)) {
        check(it);
        return true;
      }
    }
    return false;
  }

  /// Starts the operation of the smallest index, or, now and then, one of another group before it.
  private boolean start() {
    int before = 0;
    Under first = null;
    var groups = new ArrayList<SimGroup>();
    boolean jumps = under < 2 * settings.outstanding() && random.nextInt(3) == 0;
    for (Under it : all) {
      if (it.started != null) {
        before += first == null && !it.checked ? 1 : 0;
      } else if (!groups.contains(it.operation.group)) {
        groups.add(it.operation.group);
        if (first == null) {
          first = it;
        } else if (jumps && random.nextBoolean() && port.mayStart(it.operation.group)) {
          start(it);
          return true;
        }
      }
    }
    if (first == null
        || before >= settings.outstanding()
        || !port.mayStart(first.operation.group)) {
      return false;
    }
    start(first);
    return true;
  }

  private boolean await() {
    int count = 0;
    while (count < all.size() && all.get(count).started != null) {
      count++;
    }
    if (count == 0) {
      return false;
    }
    Under it = all.get(random.nextInt(count));
    if (it.checked) {
      it = all.get(count - 1);
    }
    if (it.checked) {
      return false;
    }
    awaited = it;
    return true;
  }

  private void start(Under it) {
    SimOperation operation = it.operation;
    boolean registerIn = random.nextInt(3) == 0;
    boolean registerOut = random.nextInt(3) == 0;
    long inBytes = operation.inBytes(it.me);
    long outBytes = operation.outBytes(it.me);
    int element = operation.element;
    SimData out;
    SimData in;
    if (operation.inPlace && operation.collective != Collective.SCATTER) {
      boolean hasOut = outBytes > 0;
      boolean whole = inBytes == outBytes;
      out = whole ? data(registerOut, outBytes, element) : flat(registerOut, outBytes);
      in =
          whole
              ? out
              : hasOut
                  ? out.slice(operation.block(operation.outParts, it.me), inBytes)
                  : data(registerOut, inBytes, element);
      in.put(operation.input(it.me));
    } else if (operation.inPlace) {
      boolean hasIn = inBytes > 0 && inBytes >= outBytes;
      in = flat(registerIn, inBytes);
      out =
          hasIn
              ? in.slice(operation.block(operation.inParts, it.me), outBytes)
              : data(registerIn, outBytes, element);
    } else {
      in = data(registerIn, inBytes, element);
      out = data(registerOut, outBytes, element);
    }
    out.put(operation.before(it.me));
    in.put(operation.input(it.me));
    it.in = in;
    it.out = out;
    under++;
    most = Math.max(most, under);
    Shape shape =
        operation.shape(new Shape(), it.me, settings.shared(), in.isShared(), out.isShared());
    it.started = port.start(operation, shape, in, out);
  }

  private SimData data(boolean register, long bytes, int element) {
    return SimData.of(random, heap, register, bytes, element);
  }

  private SimData flat(boolean register, long bytes) {
    return SimData.of(random, heap, register, bytes, (int) Math.max(bytes, 1));
  }

  private void check(Under it) {
    if (it.checked) {
      return;
    }
    it.checked = true;
    checked++;
    under--;
    SimOperation operation = it.operation;
    SimData in = it.in;
    SimData out = it.out;
    if (in == null || out == null) {
      throw new AssertionError(operation + " is done at rank " + rank + " before its call");
    }
    byte[] expected = operation.expected(it.me);
    byte[] got = out.get();
    if (!Arrays.equals(expected, got)) {
      throw new AssertionError(
          "%s, rank %d (member %d) got wrong bytes from %d of %d on"
              .formatted(operation, rank, it.me, Arrays.mismatch(expected, got), got.length));
    }
    if (!out.gapsIntact() && !in.memory().equals(out.memory())) {
      throw new AssertionError(operation + ": rank " + rank + "'s memory beside OUT was written");
    }
    boolean same = in.memory().equals(out.memory());
    if (!same && (!Arrays.equals(operation.input(it.me), in.get()) || !in.gapsIntact())) {
      throw new AssertionError(operation + ": rank " + rank + "'s IN was written");
    }
    // From now on the user does what he likes.
    out.release(heap);
    if (!same) {
      in.release(heap);
    }
  }

  /// What it does, for a report.
  @Override
  public String toString() {
    var text = new StringBuilder("rank " + rank + ":");
    if (awaited != null) {
      text.append(" waits for ").append(awaited.operation.index).append(';');
    }
    int told = 0;
    for (Under it : all) {
      if (!it.checked && told++ < 6) {
        text.append(' ').append(it.operation.index);
        text.append(it.started == null ? " not started" : done(it) ? " done" : " under way");
      }
    }
    return text.toString();
  }

  /// The index of the first operation that it has not seen done.
  int firstUnchecked() {
    for (Under it : all) {
      if (!it.checked) {
        return it.operation.index;
      }
    }
    return Integer.MAX_VALUE;
  }
}
