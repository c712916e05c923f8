// SPDX-License-Identifier: Apache-2.0
package weft.model.replay;

import java.util.Arrays;

/// What one rank did, in order. All times are microseconds on one clock.
public final class RankTrace {
  /// It computed: in the body, a handler or a task.
  static final byte COMPUTE = 0;

  /// It waited, and what ended the wait is not known. This time is kept.
  static final byte KEPT = 1;

  /// It waited for what follows. This time is not kept.
  static final byte WAITED = 2;

  /// It sent messages to a rank.
  static final byte SEND = 3;

  /// It began to handle messages of a rank.
  static final byte RECEIVE = 4;

  /// It entered a collective operation.
  static final byte ENTER = 5;

  /// It left a collective operation.
  static final byte LEAVE = 6;

  private byte[] kinds = new byte[64];
  private double[] times = new double[64];
  private double[] lengths = new double[64];
  private int[] peers = new int[64];
  private long[] numbers = new long[64];
  private int[] counts = new int[64];
  private long[] bytes = new long[64];
  private int size;
  private final double start;

  /// A trace that begins at a time.
  public RankTrace(double start) {
    this.start = start;
  }

  private void add(
      byte kind, double time, double length, int peer, long number, int count, long amount) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
      peers = Arrays.copyOf(peers, 2 * size);
      numbers = Arrays.copyOf(numbers, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    kinds[size] = kind;
    times[size] = time;
    lengths[size] = length;
    peers[size] = peer;
    numbers[size] = number;
    counts[size] = count;
    bytes[size++] = amount;
  }

  /// It computed from `time` on for `length`.
  public void compute(double time, double length) {
    add(COMPUTE, time, length, -1, 0, 0, 0);
  }

  /// It waited from `time` on for `length`. If `isForWhatFollows`, a message or the end of a
  /// collective operation ended the wait; else it is not known what did.
  public void waited(double time, double length, boolean isForWhatFollows) {
    add(isForWhatFollows ? WAITED : KEPT, time, length, -1, 0, 0, 0);
  }

  /// It sent `count` messages of `bytes` bytes together, whose numbers follow `number`.
  public void send(double time, int target, long number, int count, long bytes) {
    add(SEND, time, 0, target, number, count, bytes);
  }

  /// It began to handle `count` messages, whose numbers follow `number`.
  public void receive(double time, int source, long number, int count) {
    add(RECEIVE, time, 0, source, number, count, 0);
  }

  /// It entered collective operation `number`.
  public void enter(double time, long number, long bytes) {
    add(ENTER, time, 0, -1, number, 0, bytes);
  }

  /// It left collective operation `number`.
  public void leave(double time, long number, long bytes) {
    add(LEAVE, time, 0, -1, number, 0, bytes);
  }

  /// When it began.
  double start() {
    return start;
  }

  /// The number of items.
  int size() {
    return size;
  }

  byte kind(int item) {
    return kinds[item];
  }

  double time(int item) {
    return times[item];
  }

  double length(int item) {
    return lengths[item];
  }

  int peer(int item) {
    return peers[item];
  }

  long number(int item) {
    return numbers[item];
  }

  int count(int item) {
    return counts[item];
  }

  /// What it waited for is not known after all.
  void keep(int item) {
    kinds[item] = kinds[item] == WAITED ? KEPT : kinds[item];
  }

  long bytes(int item) {
    return bytes[item];
  }

  /// When its last item ended.
  double end() {
    double end = start;
    for (int i = Math.max(0, size - 2); i < size; i++) {
      end = Math.max(end, times[i] + lengths[i]);
    }
    return end;
  }

  /// The time for which it waited for something that is not known.
  double kept() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += kinds[i] == KEPT ? lengths[i] : 0;
    }
    return sum;
  }
}
