// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Delayed operations, which are carried out later, in a random order, as on a network. A seed
/// determines all random choices.
final class Delays {
  /// One operation.
  interface Delayed {
    /// The rank whose heap it accesses.
    int target();

    /// The number of bytes copied for it.
    long bytes();

    /// Does it; called once.
    void carryOut();
  }

  /// If there are more bytes or operations, some are carried out at once.
  private static final long MOST_BYTES = 32 << 20;

  private static final int MOST = 10_000;

  /// The maximum number of polls until an operation is due. Usually it is small, sometimes large,
  /// and occasionally so large that only a fence completes the operation in time.
  private static final int[] LATEST = {1, 4, 4, 40, 40, 5_000};

  private record Entry(Delayed operation, long due) {}

  private final SplittableRandom random;
  private List<Entry> waiting = new ArrayList<>();
  private long polls;
  private long bytes;

  Delays(long seed, int rank) {
    // Two steps, so that neighbouring seeds and neighbouring ranks make different choices.
    long job = new SplittableRandom(seed).nextLong();
    this.random = new SplittableRandom(new SplittableRandom(job + rank).nextLong());
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Delayed operation) {
    waiting.add(
        new Entry(operation, polls + random.nextInt(LATEST[random.nextInt(LATEST.length)] + 1)));
    bytes += operation.bytes();
    while (bytes > MOST_BYTES || waiting.size() > MOST) {
      carryOut(removeAt(random.nextInt(waiting.size())));
    }
  }

  private Entry removeAt(int index) {
    Entry last = waiting.removeLast();
    return index < waiting.size() ? waiting.set(index, last) : last;
  }

  private void carryOut(Entry entry) {
    bytes -= entry.operation.bytes();
    entry.operation.carryOut();
  }

  /// Carries out the operations that are due in this poll, and returns their number.
  int poll() {
    polls++;
    return carryOut(-1, polls);
  }

  /// Carries out all operations on `target`.
  void fence(int target) {
    carryOut(target, Long.MAX_VALUE);
  }

  /// Carries out all operations.
  void fenceAll() {
    carryOut(-1, Long.MAX_VALUE);
  }

  /// Carries out the operations on `target`, or on any rank with −1, that are due at `time`.
  private int carryOut(int target, long time) {
    var now = new ArrayList<Entry>();
    var later = new ArrayList<Entry>();
    for (Entry entry : waiting) {
      boolean yes = entry.due <= time && (target < 0 || target == entry.operation.target());
      (yes ? now : later).add(entry);
    }
    if (now.isEmpty()) {
      return 0;
    }
    waiting = later;
    int did = now.size();
    while (!now.isEmpty()) {
      Entry last = now.removeLast();
      int index = random.nextInt(now.size() + 1);
      carryOut(index < now.size() ? now.set(index, last) : last);
    }
    return did;
  }
}
